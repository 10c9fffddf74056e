// Requirements on every reader, checked on a sample of each format.
#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "data/images/load.h"
#include "data/samples.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::data {
namespace {

using testing::Sample;

class Reader : public ::testing::TestWithParam<Sample> {
 protected:
  void SetUp() override { spec_ = GetParam().write(folder_.path()); }

  ImageDataset load(Part part, const SplitOptions& split = {}) const {
    return load_dataset(spec_, part, split);
  }

  testing::TemporaryFolder folder_;
  std::string spec_;
};
INSTANTIATE_TEST_SUITE_P(Formats, Reader, ::testing::ValuesIn(testing::samples()), testing::name_of);

void expect_same_images(const ImageDataset& found, const ImageDataset& expected) {
  EXPECT_EQ(found.shape, expected.shape);
  EXPECT_EQ(found.labels, expected.labels);
  EXPECT_EQ(found.classes, expected.classes);
  EXPECT_EQ(found.class_names, expected.class_names);
  EXPECT_EQ(found.names, expected.names);
  EXPECT_EQ(found.records, expected.records);
  EXPECT_TRUE(found.pixels == expected.pixels);
}

// Expects that each image of a part equals the image of `all` with its record number.
void expect_images_of_records(const ImageDataset& part, const ImageDataset& all) {
  EXPECT_NO_THROW(check(part));
  for (int i = 0; i < part.size(); ++i) {
    const int record = part.records[i];
    ASSERT_GE(record, 0);
    ASSERT_LT(record, all.size());
    EXPECT_EQ(part.labels[i], all.labels[record]);
    EXPECT_TRUE(std::ranges::equal(part.image(i), all.image(record))) << "record " << record;
    if (!all.names.empty()) {
      EXPECT_EQ(part.names[i], all.names[record]);
    }
  }
}

std::vector<Sample> split_samples() {
  std::vector<Sample> chosen;
  for (const Sample& sample : testing::samples())
    if (sample.is_split_here) chosen.push_back(sample);
  return chosen;
}

TEST_P(Reader, ReadsWhatWasWritten) {
  const ImageDataset all = load(Part::all);
  expect_same_images(all, GetParam().all);
  EXPECT_NO_THROW(check(all));
  EXPECT_EQ(all.source, spec_);
}

TEST_P(Reader, ReadsTheSameTwice) {
  for (const Part part : {Part::train, Part::test, Part::all}) {
    if (part == Part::train && !GetParam().has_train) continue;
    expect_same_images(load(part, {0.3, 7}), load(part, {0.3, 7}));
  }
}

TEST_P(Reader, SplitsIntoDisjointPartsThatMakeTheWhole) {
  const Sample& sample = GetParam();
  if (!sample.has_train) {
    testing::expect_input_error([&] { load(Part::train); }, spec_, "train");
    expect_same_images(load(Part::test), sample.all);
    return;
  }
  ImageDataset train = load(Part::train), test = load(Part::test);
  if (!sample.is_split_here)
    // Record numbers of a test part begin at 0. In Part::all they follow those of the train part.
    for (int& record : test.records) record += sample.train_records;
  expect_images_of_records(train, sample.all);
  expect_images_of_records(test, sample.all);
  std::vector<int> records = train.records;
  records.insert(records.end(), test.records.begin(), test.records.end());
  std::sort(records.begin(), records.end());
  EXPECT_EQ(records, sample.all.records);
  if (!sample.is_split_here) {
    EXPECT_EQ(train.size(), sample.train_records);
  }
}

// Readers whose sources have no parts.
class SplittingReader : public Reader {};
INSTANTIATE_TEST_SUITE_P(Formats, SplittingReader, ::testing::ValuesIn(split_samples()), testing::name_of);

TEST_P(SplittingReader, HoldsOutTheSameFractionOfEveryClass) {
  const ImageDataset test = load(Part::test, {0.3, 1});
  for (int label = 0; label < test.classes; ++label) {
    const auto count = std::ranges::count(GetParam().all.labels, label);
    const auto held_out = std::ranges::count(test.labels, label);
    EXPECT_LE(std::abs(held_out - 0.3 * count), 0.5) << "class " << label;
  }
}

TEST_P(SplittingReader, SplitsByTheSeed) {
  const auto records = [&](std::uint64_t seed) {
    const ImageDataset test = load(Part::test, {0.3, seed});
    return std::set<int>(test.records.begin(), test.records.end());
  };
  EXPECT_EQ(records(1), records(1));
  EXPECT_NE(records(1), records(2));
}

}  // namespace
}  // namespace bora::data
