// Damaged files: every reader is given every truncation, and flipped bytes, of every file of its sample. It
// must return a consistent data set or throw an InputError of one line.
#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "common/error.h"
#include "common/random.h"
#include "data/images/load.h"
#include "data/samples.h"
#include "support/temporary_folder.h"

namespace bora::data {
namespace {

using testing::Bytes;
using testing::Sample;

class DamagedReader : public ::testing::TestWithParam<Sample> {
 protected:
  void SetUp() override {
    spec_ = GetParam().write(folder_.path());
    std::set<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_.path()))
      if (entry.is_regular_file()) paths.insert(entry.path());
    std::map<std::string, int> of_a_kind;  // number of files by extension: only a few images are tested
    for (const auto& path : paths)
      if (++of_a_kind[path.extension()] <= 4) files_[path] = testing::read_bytes(path);
  }

  // Returns whether the data set can be read.
  bool loads() const {
    try {
      check(load_dataset(spec_, Part::all));
      return true;
    } catch (const InputError& error) {
      const std::string message = error.what();
      EXPECT_FALSE(message.empty());
      EXPECT_EQ(message.find('\n'), std::string::npos) << message;
      return false;
    }
  }

  // Returns positions in a file of `size` bytes: all, or about 100 including the beginning and the end.
  static std::vector<std::size_t> positions(std::size_t size) {
    std::vector<std::size_t> chosen;
    const std::size_t step = std::max<std::size_t>(1, size / 50);
    for (std::size_t at = 0; at < size; ++at)
      if (at < 25 || at + 25 >= size || at % step == 0) chosen.push_back(at);
    return chosen;
  }

  testing::TemporaryFolder folder_;
  std::string spec_;
  std::map<std::filesystem::path, Bytes> files_;
};
INSTANTIATE_TEST_SUITE_P(Formats, DamagedReader, ::testing::ValuesIn(testing::samples()), testing::name_of);

TEST_P(DamagedReader, RefusesTruncatedFiles) {
  ASSERT_TRUE(loads());
  for (const auto& [path, bytes] : files_) {
    for (const std::size_t size : positions(bytes.size())) {
      testing::write_bytes(path, Bytes(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)));
      // A truncated text may be valid, and some files are not read at all.
      const bool is_text =
          path.extension() == ".txt" || path.extension() == ".csv" || path.extension() == ".md";
      const bool is_read = !path.filename().string().starts_with('.') && !is_text;
      const bool at_record_end = path.extension() == ".bin" && size > 0 && size % 3073 == 0;
      const bool read = loads();
      if (is_read && !at_record_end) {
        EXPECT_FALSE(read) << path << " cut to " << size << " bytes";
      }
    }
    testing::write_bytes(path, bytes);
  }
  EXPECT_TRUE(loads());
}

TEST_P(DamagedReader, ReadsOrRefusesFlippedBytes) {
  Rng rng(1);
  for (const auto& [path, bytes] : files_) {
    for (const std::size_t at : positions(bytes.size())) {
      Bytes damaged = bytes;
      damaged[at] ^= static_cast<std::uint8_t>(1 + rng.index(255));
      testing::write_bytes(path, damaged);
      const bool read = loads();
      // Both formats have checksums of everything that a reader uses; the time stamp and system in a gzip
      // header are not used.
      if (path.extension() == ".png" && path.filename().string()[0] != '.') {
        EXPECT_FALSE(read) << path << " byte " << at;
      }
      if (path.extension() == ".gz" && at >= 10) {
        EXPECT_FALSE(read) << path << " byte " << at;
      }
    }
    testing::write_bytes(path, bytes);
  }
  EXPECT_TRUE(loads());
}

TEST_P(DamagedReader, ReadsOrRefusesGarbageAtTheEnd) {
  for (const auto& [path, bytes] : files_) {
    Bytes longer = bytes;
    longer.insert(longer.end(), {'x', 0, 0xff});
    testing::write_bytes(path, longer);
    const bool read = loads();
    if (path.extension() == ".bin" || path.filename().string().ends_with("-ubyte")) {
      EXPECT_FALSE(read) << path;
    }
    testing::write_bytes(path, bytes);
  }
}

}  // namespace
}  // namespace bora::data
