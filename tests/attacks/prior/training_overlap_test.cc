#include "attacks/prior/training_overlap.h"

#include <gtest/gtest.h>

namespace bora::attacks {
namespace {

// Returns images of one pixel, with the levels first, first + 1, ..., last.
ImageDataset levels(int first, int last) {
  ImageDataset data;
  data.shape = {1, 1, 1};
  for (int level = first; level <= last; ++level) {
    data.pixels.push_back(static_cast<std::uint8_t>(level));
    data.labels.push_back(0);
    data.records.push_back(level);
  }
  return data;
}

ContentSet set_of(int first, int last) {
  return ContentSet(levels(first, last));
}

TEST(TrainingOverlap, OneSharedImageGivesYes) {
  const TrainingOverlap same = training_overlap(set_of(0, 99), {set_of(0, 49), set_of(40, 109)});
  EXPECT_EQ(same.same, SameData::yes);
  EXPECT_EQ(same.images, 110) << "each counted once";
  EXPECT_EQ(same.shared, 100);
  EXPECT_EQ(training_overlap(set_of(0, 99), {std::nullopt, set_of(99, 120)}).same, SameData::yes);
}

TEST(TrainingOverlap, NoRequiresThatAllSetsAreKnown) {
  EXPECT_EQ(training_overlap(set_of(0, 99), {set_of(100, 149), set_of(150, 199)}).same, SameData::no);
  EXPECT_EQ(training_overlap(set_of(0, 99), {set_of(100, 149), std::nullopt}).same, SameData::unknown);
  EXPECT_EQ(training_overlap(std::nullopt, {set_of(0, 49)}).same, SameData::unknown);
  EXPECT_EQ(training_overlap(std::nullopt, {set_of(0, 49)}).images, 50);
  EXPECT_EQ(training_overlap(set_of(0, 99), {}).same, SameData::unknown);
  EXPECT_EQ(to_string(SameData::yes), "yes");
  EXPECT_EQ(to_string(SameData::no), "no");
  EXPECT_EQ(to_string(SameData::unknown), "unknown");
}

TEST(TrainingOverlap, CountsKnownImages) {
  EXPECT_EQ(count_known(set_of(10, 19), {std::string(1, 9), std::string(1, 10), std::string(1, 19)}), 2);
  EXPECT_EQ(count_known({}, {std::string(1, 9)}), 0);
}

}  // namespace
}  // namespace bora::attacks
