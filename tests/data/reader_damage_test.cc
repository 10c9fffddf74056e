// Damaged files: every reader is given every truncation, and changed bytes, of every file of its sample. It
// must return a consistent data set or throw an InputError of one line.
#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "common/error.h"
#include "common/random.h"
#include "data/graph_samples.h"
#include "data/graphs/load_graphs.h"
#include "data/reader_cases.h"
#include "data/samples.h"
#include "support/temporary_folder.h"

namespace bora::data {
namespace {

using testing::Bytes;
using testing::GraphSample;
namespace fs = std::filesystem;

class DamagedReader : public ::testing::TestWithParam<testing::ReaderCase> {
 protected:
  void SetUp() override {
    spec_ = GetParam().write(folder_.path());
    std::set<fs::path> paths;
    for (const auto& entry : fs::recursive_directory_iterator(folder_.path()))
      if (entry.is_regular_file()) paths.insert(entry.path());
    std::map<std::string, int> of_a_kind;  // number of files by extension: only a few images are tested
    for (const auto& path : paths)
      if (path.extension() == ".txt" || ++of_a_kind[path.extension()] <= 4)
        files_[path] = testing::read_bytes(path);
  }

  // Returns whether the data set can be read.
  bool loads() const {
    looks_like_graphs(spec_);
    try {
      GetParam().load(spec_, Part::all, {});
      return true;
    } catch (const InputError& error) {
      const std::string message = error.what();
      EXPECT_FALSE(message.empty());
      EXPECT_EQ(message.find('\n'), std::string::npos) << message;
      return false;
    }
  }

  // Replaces each file by damaged(bytes, at) for about 200 positions `at`, including those near its beginning
  // and end, and restores it. Expects that the data set is refused if must_refuse(path, at, size of the
  // file).
  template <typename Damaged, typename MustRefuse>
  void damage_files(Damaged damaged, MustRefuse must_refuse) {
    ASSERT_TRUE(loads());
    for (const auto& [path, bytes] : files_) {
      const std::size_t step = std::max<std::size_t>(1, bytes.size() / 100);
      for (std::size_t at = 0; at < bytes.size(); ++at) {
        if (at >= 50 && at + 50 < bytes.size() && at % step != 0) continue;
        testing::write_bytes(path, damaged(bytes, at));
        const bool read = loads();
        if (must_refuse(path, at, bytes.size())) {
          EXPECT_FALSE(read) << path << " at " << at;
        }
      }
      testing::write_bytes(path, bytes);
    }
    EXPECT_TRUE(loads());
  }

  testing::TemporaryFolder folder_ = testing::TemporaryFolder::in_memory();
  std::string spec_;
  std::map<fs::path, Bytes> files_;
};
INSTANTIATE_TEST_SUITE_P(Formats, DamagedReader, ::testing::ValuesIn(testing::reader_cases()),
                         testing::case_name);

bool is_hidden(const fs::path& path) {
  return path.filename().string().starts_with('.');
}

bool is_of_tu_set(const fs::path& path) {
  return path.filename().string().starts_with("DS_");
}

TEST_P(DamagedReader, RefusesTruncatedFiles) {
  damage_files(
      [](const Bytes& bytes, std::size_t size) {
        return Bytes(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
      },
      [](const fs::path& path, std::size_t size, std::size_t whole) {
        const std::string kind = path.extension();
        // A truncated edge file may be valid if no other file determines the number of edges. Any file of a
        // TU set may be valid without its last line end or without a digit of its last number.
        if (is_of_tu_set(path)) return path.filename() != "DS_A.txt" && size + 12 < whole;
        // Another truncated text may be valid, too, and hidden files are not read.
        if (is_hidden(path) || kind == ".txt" || kind == ".csv" || kind == ".md") return false;
        return kind != ".bin" || size == 0 || size % 3073 != 0;  // size of a CIFAR record
      });
}

TEST_P(DamagedReader, ReadsOrRefusesFlippedBytes) {
  Rng rng(1);
  damage_files(
      [&](Bytes bytes, std::size_t at) {
        bytes[at] ^= static_cast<std::uint8_t>(1 + rng.index(255));
        return bytes;
      },
      // Both formats have checksums of everything that a reader uses; the time stamp and system in a gzip
      // header are not used.
      [](const fs::path& path, std::size_t at, std::size_t /*whole*/) {
        return (path.extension() == ".png" && !is_hidden(path)) || (path.extension() == ".gz" && at >= 10);
      });
}

class DamagedGraphReader : public DamagedReader {};
INSTANTIATE_TEST_SUITE_P(Formats, DamagedGraphReader,
                         ::testing::ValuesIn(testing::reader_cases_with(&testing::ReaderCase::graphs)),
                         testing::case_name);

TEST_P(DamagedGraphReader, ReadsOrRefusesReplacedDigits) {
  Rng rng(2);
  const std::string digits = "0123456789-.,e \n";
  damage_files(
      [&](Bytes bytes, std::size_t at) {
        bytes[at] = static_cast<std::uint8_t>(digits[rng.index(static_cast<int>(digits.size()))]);
        return bytes;
      },
      [](auto&&...) { return false; });
}

TEST_P(DamagedReader, ReadsOrRefusesGarbageAtTheEnd) {
  ASSERT_TRUE(loads());
  for (const auto& [path, bytes] : files_) {
    Bytes longer = bytes;
    longer.insert(longer.end(), {'x', 0, 0xff});
    testing::write_bytes(path, longer);
    const bool read = loads();
    if (is_of_tu_set(path) || path.extension() == ".json" || path.extension() == ".bin" ||
        path.filename().string().ends_with("-ubyte")) {
      EXPECT_FALSE(read) << path;
    }
    testing::write_bytes(path, bytes);
  }
}

// An archive stores a checksum of each file.
TEST(DamagedZip, IsRefusedUnlessItUnpacksToTheSame) {
  const testing::TemporaryFolder folder = testing::TemporaryFolder::in_memory();
  const auto& samples = testing::graph_samples();
  const auto sample = std::ranges::find(samples, "tu_zip", &GraphSample::name);
  const std::filesystem::path path = sample->write(folder.path());
  const Bytes bytes = testing::read_bytes(path);
  const std::string first = "DS/DS_A.txt";
  const auto name = std::search(bytes.begin(), bytes.end(), first.begin(), first.end());
  ASSERT_NE(name, bytes.end());
  int refused = 0;
  for (std::size_t i = 0; i < 100; ++i) {
    Bytes damaged = bytes;
    damaged[static_cast<std::size_t>(name - bytes.begin()) + first.size() + i] ^=
        static_cast<std::uint8_t>(1 << i % 8);
    testing::write_bytes(path, damaged);
    try {
      EXPECT_EQ(load_graphs(path, Part::all).graphs, sample->all.graphs) << "byte " << i;
    } catch (const InputError&) {
      ++refused;
    }
  }
  EXPECT_GE(refused, 95);  // the bit that marks the last block of a stream has no effect
}

}  // namespace
}  // namespace bora::data
