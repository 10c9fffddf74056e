#include "data/images/content_set.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "data/images/training_data.h"
#include "support/input_error.h"

namespace bora::data {
namespace {

// Returns n images of two pixels, which are the bytes of the number first + i in image i.
ImageDataset images(int n, int first) {
  ImageDataset data;
  data.shape = {1, 1, 2};
  for (int i = 0; i < n; ++i) {
    data.pixels.push_back(static_cast<std::uint8_t>((first + i) / 256));
    data.pixels.push_back(static_cast<std::uint8_t>((first + i) % 256));
    data.labels.push_back(i % 10);
    data.records.push_back(i);
  }
  data.source = "made";
  return data;
}

TEST(ContentSet, HoldsImagesByTheirPixelsAlone) {
  ImageDataset data = images(300, 0);
  const ContentSet set(data);
  EXPECT_EQ(set.size(), 300);
  for (int i = 0; i < data.size(); ++i) EXPECT_TRUE(set.contains(data.image(i))) << i;
  const ImageDataset others = images(300, 300);
  for (int i = 0; i < others.size(); ++i) EXPECT_FALSE(set.contains(others.image(i))) << i;

  std::ranges::reverse(data.labels);
  data.source = "elsewhere";
  std::vector<int> backwards(300);
  for (int i = 0; i < 300; ++i) backwards[i] = 299 - i;
  EXPECT_EQ(ContentSet(select(data, backwards)), set) << "labels, names and order do not count";
}

TEST(ContentSet, CountsSharedImages) {
  const ContentSet low(images(300, 0)), middle(images(300, 200)), high(images(100, 500));
  EXPECT_EQ(low.shared_with(middle), 100);
  EXPECT_EQ(middle.shared_with(low), 100);
  EXPECT_EQ(low.shared_with(high), 0);
  EXPECT_EQ(low.shared_with({}), 0);
  ContentSet all = low;
  all.merge(middle);
  all.merge(high);
  EXPECT_EQ(all, ContentSet(images(600, 0)));
}

TEST(ContentSet, CountsDistinctImages) {
  EXPECT_EQ(ContentSet(select(images(3, 0), std::vector<int>{0, 1, 1, 2, 0})).size(), 3);
}

TEST(ContentSet, CountsContainedImagesOfADataSet) {
  const ContentSet set(images(10, 0));
  EXPECT_EQ(set.count(images(10, 7)), 3);
  EXPECT_EQ(set.count(select(images(10, 7), std::vector<int>{0, 0, 9})), 2) << "a copy is another image";
  EXPECT_EQ(set.count(images(10, 10)), 0);
  EXPECT_EQ(describe_known_images(set, images(10, 10)), "");
  EXPECT_NE(describe_known_images(set, images(10, 7)).find("3 of the 10 test images have the same pixels"),
            std::string::npos);
}

TEST(ContentSet, ReadsBackWhatItWrites) {
  const ContentSet set(images(50, 7));
  const std::string bytes = set.to_bytes();
  EXPECT_EQ(bytes.size(), 400U);
  EXPECT_EQ(ContentSet::from_bytes(bytes, "here"), set);
  EXPECT_EQ(ContentSet::from_bytes("", "here").size(), 0);
  testing::expect_input_error([&] { ContentSet::from_bytes(bytes.substr(1), "here"); }, "here", "8 bytes");
  testing::expect_input_error([&] { ContentSet::from_bytes(bytes + bytes, "here"); }, "ascending");
}

}  // namespace
}  // namespace bora::data
