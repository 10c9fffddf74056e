// Requirements on every reader of graphs, checked on a sample of each form.
#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "data/graph_samples.h"
#include "data/graphs/load_graphs.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::data {
namespace {

using testing::GraphSample;

class GraphReader : public ::testing::TestWithParam<GraphSample> {
 protected:
  void SetUp() override { spec_ = GetParam().write(folder_.path()); }

  GraphDataset load(Part part, const SplitOptions& split = {}) const {
    return load_graphs(spec_, part, split);
  }

  testing::TemporaryFolder folder_;
  std::string spec_;
};
INSTANTIATE_TEST_SUITE_P(Forms, GraphReader, ::testing::ValuesIn(testing::graph_samples()),
                         testing::name_of_graphs);

std::vector<GraphSample> split_samples() {
  std::vector<GraphSample> chosen;
  for (const GraphSample& sample : testing::graph_samples())
    if (sample.has_train) chosen.push_back(sample);
  return chosen;
}

void expect_same_graphs(const GraphDataset& found, const GraphDataset& expected) {
  EXPECT_TRUE(found.graphs == expected.graphs);
  EXPECT_EQ(found.labels, expected.labels);
  EXPECT_EQ(found.class_names, expected.class_names);
  EXPECT_EQ(found.classes, expected.classes);
  EXPECT_EQ(found.node_label_count, expected.node_label_count);
  EXPECT_EQ(found.attribute_count, expected.attribute_count);
  EXPECT_EQ(found.names, expected.names);
  EXPECT_EQ(found.records, expected.records);
  EXPECT_EQ(found.notes, expected.notes);
}

TEST_P(GraphReader, ReadsWhatWasWritten) {
  const GraphDataset all = load(Part::all);
  expect_same_graphs(all, GetParam().all);
  EXPECT_NO_THROW(check(all));
  EXPECT_EQ(all.source, spec_);
}

TEST_P(GraphReader, IsRecognisedAsGraphs) {
  EXPECT_TRUE(looks_like_graphs(spec_));
}

TEST_P(GraphReader, ReadsTheSameTwice) {
  for (const Part part : {Part::train, Part::test, Part::all}) {
    if (part == Part::train && !GetParam().has_train) continue;
    expect_same_graphs(load(part, {0.3, 7}), load(part, {0.3, 7}));
  }
}

TEST_P(GraphReader, SplitsIntoDisjointPartsThatMakeTheWhole) {
  const GraphSample& sample = GetParam();
  if (!sample.has_train) {
    testing::expect_input_error([&] { load(Part::train); }, spec_, "no train part");
    expect_same_graphs(load(Part::test), sample.all);
    return;
  }
  std::vector<int> records;
  for (const GraphDataset& part : {load(Part::train), load(Part::test)}) {
    EXPECT_NO_THROW(check(part));
    for (int i = 0; i < part.size(); ++i) {
      EXPECT_EQ(part.graphs[i], sample.all.graphs[part.records[i]]);
      EXPECT_EQ(part.labels[i], sample.all.labels[part.records[i]]);
    }
    records.insert(records.end(), part.records.begin(), part.records.end());
  }
  std::ranges::sort(records);
  EXPECT_EQ(records, sample.all.records);
}

// Readers whose data sets have no parts, so that these are drawn.
class SplittingGraphReader : public GraphReader {};
INSTANTIATE_TEST_SUITE_P(Forms, SplittingGraphReader, ::testing::ValuesIn(split_samples()),
                         testing::name_of_graphs);

TEST_P(SplittingGraphReader, SplitsEveryClassByTheSeed) {
  const auto records = [&](std::uint64_t seed) {
    const GraphDataset test = load(Part::test, {0.3, seed});
    for (int label = 0; label < test.classes; ++label) {
      const auto count = static_cast<double>(std::ranges::count(GetParam().all.labels, label));
      EXPECT_LE(std::abs(static_cast<double>(std::ranges::count(test.labels, label)) - 0.3 * count), 0.5);
    }
    return std::set<int>(test.records.begin(), test.records.end());
  };
  EXPECT_EQ(records(1), records(1));
  EXPECT_NE(records(1), records(2));
}

}  // namespace
}  // namespace bora::data
