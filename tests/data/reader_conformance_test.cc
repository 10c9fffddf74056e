// Requirements on every reader, checked on a sample of each format.
#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "data/graphs/load_graphs.h"
#include "data/reader_cases.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::data {
namespace {

using testing::Content;
using testing::ReaderCase;

class Reader : public ::testing::TestWithParam<ReaderCase> {
 protected:
  void SetUp() override { spec_ = GetParam().write(folder_.path()); }

  Content load(Part part, const SplitOptions& split = {}) const {
    return GetParam().load(spec_, part, split);
  }

  testing::TemporaryFolder folder_;
  std::string spec_;
};
INSTANTIATE_TEST_SUITE_P(Formats, Reader, ::testing::ValuesIn(testing::reader_cases()), testing::case_name);

void expect_same(const Content& found, const Content& expected) {
  EXPECT_EQ(found.properties, expected.properties);
  EXPECT_EQ(found.labels, expected.labels);
  EXPECT_EQ(found.classes, expected.classes);
  EXPECT_EQ(found.class_names, expected.class_names);
  EXPECT_EQ(found.names, expected.names);
  EXPECT_EQ(found.records, expected.records);
  EXPECT_TRUE(found.inputs == expected.inputs);
}

// Expects that each input of a part equals the input of `all` with its record number.
void expect_inputs_of_records(const Content& part, const Content& all) {
  for (std::size_t i = 0; i < part.records.size(); ++i) {
    const auto record = static_cast<std::size_t>(part.records[i]);
    ASSERT_LT(record, all.records.size());
    EXPECT_EQ(part.labels[i], all.labels[record]);
    EXPECT_TRUE(part.inputs[i] == all.inputs[record]) << "record " << record;
    if (!all.names.empty()) {
      EXPECT_EQ(part.names[i], all.names[record]);
    }
  }
}

TEST_P(Reader, ReadsWhatWasWritten) {
  const Content all = load(Part::all);
  expect_same(all, GetParam().all);
  EXPECT_EQ(all.source, spec_);
}

TEST_P(Reader, IsRecognisedAsOneOfImagesOrGraphs) {
  EXPECT_EQ(looks_like_graphs(spec_), GetParam().graphs);
}

TEST_P(Reader, ReadsTheSameTwice) {
  for (const Part part : {Part::train, Part::test, Part::all}) {
    if (part == Part::train && !GetParam().has_train) continue;
    expect_same(load(part, {0.3, 7}), load(part, {0.3, 7}));
  }
}

TEST_P(Reader, SplitsIntoDisjointPartsThatMakeTheWhole) {
  const ReaderCase& sample = GetParam();
  if (!sample.has_train) {
    testing::expect_input_error([&] { load(Part::train); }, spec_, "no train part");
    expect_same(load(Part::test), sample.all);
    return;
  }
  Content train = load(Part::train), test = load(Part::test);
  if (!sample.is_split_here) {
    EXPECT_EQ(std::ssize(train.records), sample.train_records);
    // Record numbers of a test part begin at 0. In Part::all they follow those of the train part.
    for (int& record : test.records) record += sample.train_records;
  }
  expect_inputs_of_records(train, sample.all);
  expect_inputs_of_records(test, sample.all);
  std::vector<int> records = train.records;
  records.insert(records.end(), test.records.begin(), test.records.end());
  std::ranges::sort(records);
  EXPECT_EQ(records, sample.all.records);
}

class SplittingReader : public Reader {};
INSTANTIATE_TEST_SUITE_P(Formats, SplittingReader,
                         ::testing::ValuesIn(testing::reader_cases_with(&ReaderCase::is_split_here)),
                         testing::case_name);

TEST_P(SplittingReader, HoldsOutTheSameFractionOfEveryClass) {
  const Content test = load(Part::test, {0.3, 1});
  for (int label = 0; label < test.classes; ++label) {
    const auto count = std::ranges::count(GetParam().all.labels, label);
    const auto held_out = std::ranges::count(test.labels, label);
    EXPECT_LE(std::abs(held_out - 0.3 * count), 0.5) << "class " << label;
  }
}

TEST_P(SplittingReader, SplitsByTheSeed) {
  const auto records = [&](std::uint64_t seed) {
    const Content test = load(Part::test, {0.3, seed});
    return std::set<int>(test.records.begin(), test.records.end());
  };
  EXPECT_EQ(records(1), records(1));
  EXPECT_NE(records(1), records(2));
}

}  // namespace
}  // namespace bora::data
