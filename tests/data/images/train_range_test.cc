#include "data/images/train_range.h"

#include <algorithm>
#include <fstream>

#include <gtest/gtest.h>

#include "data/images/content_set.h"
#include "data/images/load.h"
#include "data/samples.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::data {
namespace {

using testing::expect_input_error;

void write_mnist(const std::filesystem::path& folder, const std::string& part, std::uint32_t n) {
  testing::Bytes labels(n);
  for (std::uint32_t i = 0; i < n; ++i) labels[i] = static_cast<std::uint8_t>(i);
  testing::write_bytes(folder / (part + "-images-idx3-ubyte"),
                       testing::idx_file({n, 4, 5}, testing::noise(20 * n, n)));
  testing::write_bytes(folder / (part + "-labels-idx1-ubyte"), testing::idx_file({n}, labels));
}

TEST(RangedSpec, IsADataSetAndARangeOfItsTrainPart) {
  const RangedSpec all = parse_ranged_spec("digits");
  EXPECT_EQ(all.base, "digits");
  EXPECT_FALSE(all.train);
  EXPECT_EQ(all.suffix(), "");
  const RangedSpec some = parse_ranged_spec("a:b/mnist:train=20-29");
  EXPECT_EQ(some.base, "a:b/mnist");
  EXPECT_EQ(*some.train, std::pair(20, 29));
  EXPECT_EQ(some.suffix(), ":train=20-29");
  for (const char* range : {"", "5", "5-", "-5", "5-4", "a-b", "0-9x", "0:9", "0-99999999999"})
    expect_input_error([&] { parse_ranged_spec(std::string("digits:train=") + range); },
                       "expected FIRST-LAST with FIRST <= LAST", "digits:train=0-9999");
}

TEST(RangedSpec, AnExistingPathHasNoRange) {
  const testing::TemporaryFolder folder;
  const std::string odd = (folder / "odd:train=x").string();
  std::ofstream(odd) << "a file";
  EXPECT_EQ(parse_ranged_spec(odd).base, odd);
}

TEST(RangedSpec, PicksImagesOfTheTrainPartAndLeavesTheTestPart) {
  const testing::TemporaryFolder folder;
  write_mnist(folder.path(), "train", 6);
  write_mnist(folder.path(), "t10k", 3);
  const std::string spec = folder.path().string();
  const ImageDataset train = load_dataset(spec, Part::train);
  const ImageDataset head = load_dataset(spec + ":train=0-1", Part::train);
  const ImageDataset tail = load_dataset(spec + ":train=2-3", Part::train);
  EXPECT_EQ(head.records, (std::vector<int>{0, 1}));
  EXPECT_EQ(tail.records, (std::vector<int>{2, 3}));
  EXPECT_EQ(tail.labels, std::vector<int>(train.labels.begin() + 2, train.labels.begin() + 4));
  EXPECT_TRUE(std::ranges::equal(tail.image(0), train.image(2)));
  EXPECT_EQ(tail.source, spec + ":train=2-3");
  EXPECT_EQ(ContentSet(head).shared_with(ContentSet(tail)), 0);
  EXPECT_EQ(load_dataset(spec + ":train=0-1", Part::test).pixels, load_dataset(spec, Part::test).pixels);
  const std::string many = fmt::format("{}:train=0-{}", spec, train.size());
  expect_input_error([&] { load_dataset(many, Part::train); }, fmt::format("has {} images", train.size()));
  expect_input_error([&] { load_dataset(spec + ":train=0-1", Part::all); }, "does not go with all");
}

}  // namespace
}  // namespace bora::data
