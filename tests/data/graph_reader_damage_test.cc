// Damaged files of graphs: every reader is given every truncation, and flipped bytes, of every file of its
// sample. It must return a consistent data set or throw an InputError of one line.
#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "common/error.h"
#include "common/random.h"
#include "data/graph_samples.h"
#include "data/graphs/load_graphs.h"
#include "data/samples.h"
#include "support/temporary_folder.h"

namespace bora::data {
namespace {

using testing::Bytes;
using testing::GraphSample;

class DamagedGraphReader : public ::testing::TestWithParam<GraphSample> {
 protected:
  void SetUp() override {
    spec_ = GetParam().write(folder_.path());
    int json_files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path()))
      if (entry.path().extension() != ".json" || ++json_files <= 3)  // tests only three
        files_[entry.path()] = testing::read_bytes(entry.path());
  }

  // Returns whether the set can be read.
  bool loads() const {
    looks_like_graphs(spec_);
    try {
      check(load_graphs(spec_, Part::all));
      return true;
    } catch (const InputError& error) {
      const std::string message = error.what();
      EXPECT_FALSE(message.empty());
      EXPECT_EQ(message.find('\n'), std::string::npos) << message;
      return false;
    }
  }

  // Calls test(path, bytes, position) at about 200 positions of every file, including its beginning and end,
  // and restores the file.
  template <typename Test>
  void at_every_position(Test test) {
    ASSERT_TRUE(loads());
    for (const auto& [path, bytes] : files_) {
      const std::size_t step = std::max<std::size_t>(1, bytes.size() / 100);
      for (std::size_t at = 0; at < bytes.size(); ++at)
        if (at < 50 || at + 50 >= bytes.size() || at % step == 0) test(path, bytes, at);
      testing::write_bytes(path, bytes);
    }
    EXPECT_TRUE(loads());
  }

  testing::TemporaryFolder folder_ = testing::TemporaryFolder::in_memory();
  std::string spec_;
  std::map<std::filesystem::path, Bytes> files_;
};
INSTANTIATE_TEST_SUITE_P(Forms, DamagedGraphReader, ::testing::ValuesIn(testing::graph_samples()),
                         testing::name_of_graphs);

TEST_P(DamagedGraphReader, RefusesTruncatedFiles) {
  at_every_position([&](const std::filesystem::path& path, const Bytes& bytes, std::size_t size) {
    testing::write_bytes(path, Bytes(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)));
    const bool read = loads();
    // A truncated edge file may be valid if no other file determines the number of edges. Any file may be
    // valid without its last line end or without a digit of its last number.
    const bool is_counted =
        path.extension() == ".zip" || path.extension() == ".json" ||
        (path.extension() == ".txt" && path.filename() != "DS_A.txt" && size + 12 < bytes.size());
    if (is_counted) {
      EXPECT_FALSE(read) << path << " cut to " << size << " of " << bytes.size() << " bytes";
    }
  });
}

TEST_P(DamagedGraphReader, ReadsOrRefusesFlippedBytes) {
  Rng rng(1);
  at_every_position([&](const std::filesystem::path& path, const Bytes& bytes, std::size_t at) {
    Bytes damaged = bytes;
    damaged[at] ^= static_cast<std::uint8_t>(1 + rng.index(255));
    testing::write_bytes(path, damaged);
    loads();
  });
}

TEST_P(DamagedGraphReader, ReadsOrRefusesReplacedDigits) {
  Rng rng(2);
  const std::string digits = "0123456789-.,e \n";
  at_every_position([&](const std::filesystem::path& path, const Bytes& bytes, std::size_t at) {
    Bytes damaged = bytes;
    damaged[at] = static_cast<std::uint8_t>(digits[rng.index(static_cast<int>(digits.size()))]);
    testing::write_bytes(path, damaged);
    loads();
  });
}

TEST_P(DamagedGraphReader, ReadsOrRefusesGarbageAtTheEnd) {
  ASSERT_TRUE(loads());
  for (const auto& [path, bytes] : files_) {
    Bytes longer = bytes;
    longer.insert(longer.end(), {'x', 0, 0xff});
    testing::write_bytes(path, longer);
    const bool read = loads();
    if (path.extension() == ".txt" || path.extension() == ".json") {
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
