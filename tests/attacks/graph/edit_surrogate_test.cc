#include "attacks/graph/edit_surrogate.h"

#include <gtest/gtest.h>

#include "support/sample_graphs.h"

namespace bora::attacks {
namespace {

using testing::make_graph;

// Returns six nodes with labels 0, 0, 0, 1, 1, 2, without edges.
Graph sample() {
  Graph graph = make_graph(6, {});
  graph.node_labels = {0, 0, 0, 1, 1, 2};
  return graph;
}

Edit joins(int u, int v) {
  Edit edit;
  edit.changes.push_back({NodePair{u, v}, 1.0F});
  return edit;
}

// Adds four graphs: an edge within label 0 increases the loss by 1, one between labels 0 and 1 decreases it
// by 1.
void teach(EditSurrogate& surrogate, double base) {
  surrogate.append(joins(0, 1), base + 1);
  surrogate.append(joins(0, 2), base + 1);
  surrogate.append(joins(0, 3), base - 1);
  surrogate.append(joins(1, 4), base - 1);
}

TEST(EditSurrogate, PrefersWhatHasHelped) {
  for (const std::string centre : {"base", "mean"}) {
    EditSurrogateOptions options;
    options.centre = centre;
    EditSurrogate surrogate(sample(), options, -3.0);
    teach(surrogate, -3);
    surrogate.fit();
    EXPECT_EQ(surrogate.graphs(), 4);
    const auto values = surrogate.improvements({joins(1, 2), joins(2, 3)}, -2.5);
    EXPECT_GT(values[0], values[1]) << centre;
    // After a change of base the same edits are relative to the new base.
    surrogate.rebase(joins(4, 5), -2);
    const auto moved = surrogate.improvements({joins(1, 2), joins(2, 3)}, -1.5);
    EXPECT_GT(moved[0], moved[1]) << centre;
  }
}

TEST(EditSurrogate, ImprovementOnAKnownGraphPredictsTheDifferenceOnly) {
  EditSurrogate surrogate(sample(), {}, -3.0);
  teach(surrogate, -3);
  surrogate.fit();
  const SparseRow known = surrogate.append(joins(3, 4), -5);
  EXPECT_NEAR(surrogate.improvement_on(known, -5, joins(3, 4), -4),
              surrogate.improvements({Edit{}}, -2).front(), 1e-9)
      << "nothing differs: 1 short of the incumbent, as the base is of -2";
}

TEST(EditSurrogate, LeastRowsOneConsidersFeaturesOfOneGraph) {
  const auto looked_at = [](int least_rows) {
    EditSurrogateOptions options;
    options.least_rows = least_rows;
    EditSurrogate surrogate(sample(), options, 0.0);
    for (int i = 0; i < 100; ++i) surrogate.append(joins(0, 1), 1);
    const int before = surrogate.candidates();
    surrogate.append(joins(4, 5), 1);
    return surrogate.candidates() - before;
  };
  EXPECT_EQ(looked_at(2), 0);
  EXPECT_GT(looked_at(1), 0);
}

TEST(EditSurrogate, RefitZeroFitsAfterEveryGraph) {
  const auto fits = [](double refit) {
    EditSurrogateOptions options;
    options.refit = refit;
    EditSurrogate surrogate(sample(), options, 0.0);
    for (int i = 0; i < 60; ++i) {
      if (i % 2 == 0)
        surrogate.append(joins(0, 1), 1);
      else
        surrogate.append(joins(0, 3), -1);
      surrogate.fit();
    }
    return surrogate.fits();
  };
  EXPECT_EQ(fits(0), 60);
  EXPECT_LT(fits(0.5), 15);
}

TEST(EditSurrogate, RecognisesGraphsWithEqualFeatures) {
  EditSurrogate surrogate(sample(), {}, 0.0);
  surrogate.append(joins(0, 1), 1);
  EXPECT_FALSE(surrogate.is_new(joins(1, 2))) << "as 0 and 1, both of label 0";
  EXPECT_TRUE(surrogate.is_new(joins(3, 4)));
}

}  // namespace
}  // namespace bora::attacks
