// Requirements on every space of architectures. A new space is found by its name.
#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "nas/features/architecture_features.h"
#include "nas/space/architecture_space.h"
#include "support/input_error.h"
#include "support/parameter_name.h"

namespace bora::nas {
namespace {

class SpaceConformance : public ::testing::TestWithParam<std::string> {
 protected:
  SpaceConformance() : space_(make_space(GetParam())) {}
  SpacePtr space_;
  Rng rng_{11};
};

TEST_P(SpaceConformance, RandomArchitecturesEqualThoseOfTheirTextAndCode) {
  std::set<std::string> texts;
  for (int i = 0; i < 50; ++i) {
    const Architecture drawn = space_->sample(rng_);
    EXPECT_NO_THROW(space_->check(drawn));
    const Architecture again = space_->parse(drawn.text());
    EXPECT_EQ(again, drawn);
    EXPECT_EQ(again.code(), drawn.code());
    if (!space_->levels().empty()) {
      ASSERT_TRUE(space_->decode(drawn.code()));
      EXPECT_EQ(space_->decode(drawn.code())->text(), drawn.text());
    }
    EXPECT_EQ(space_->key(drawn), drawn.text());
    texts.insert(drawn.text());
  }
  EXPECT_GT(texts.size(), 45u);
}

TEST_P(SpaceConformance, CodesAndGraphsAgreeWithLevelsAndOperations) {
  const auto labels = static_cast<int>(space_->operations().size());
  const auto width = space_->statistics(space_->sample(rng_)).size();
  for (int i = 0; i < 50; ++i) {
    const Architecture drawn = space_->sample(rng_);
    ASSERT_EQ(drawn.code().size(), space_->levels().size());
    for (std::size_t place = 0; place < drawn.code().size(); ++place) {
      EXPECT_GE(drawn.code()[place], 0);
      EXPECT_LT(drawn.code()[place], space_->levels()[place]);
    }
    ASSERT_FALSE(drawn.cells().empty());
    for (const CellGraphs& cell : drawn.cells())
      for (const LabelledDag* graph : {&cell.whole, &cell.pruned, &cell.contracted}) {
        EXPECT_NO_THROW(graph->check());
        for (const int label : graph->labels) EXPECT_TRUE(label >= 0 && label < labels);
        using Kind = Operation::Kind;
        EXPECT_EQ(space_->operations()[static_cast<std::size_t>(graph->labels.front())].kind, Kind::input);
        EXPECT_EQ(space_->operations()[static_cast<std::size_t>(graph->labels.back())].kind, Kind::output);
        if (graph != &cell.contracted) continue;
        for (const int label : graph->labels)
          EXPECT_NE(space_->operations()[static_cast<std::size_t>(label)].kind, Kind::skip);
      }
    EXPECT_EQ(space_->statistics(drawn).size(), width);
    const auto masses = space_->masses(drawn);
    ASSERT_EQ(masses.size(), drawn.cells().size());
    for (std::size_t cell = 0; cell < masses.size(); ++cell)
      ASSERT_EQ(masses[cell].size(), drawn.cells()[cell].pruned.labels.size());
  }
}

TEST_P(SpaceConformance, NeighboursDifferInOneChoiceIfThereAreChoices) {
  for (int i = 0; i < 20; ++i) {
    const Architecture drawn = space_->sample(rng_);
    const auto near = space_->neighbours(drawn, 1000, rng_);
    EXPECT_FALSE(near.empty());
    std::set<std::string> texts;
    for (const Architecture& neighbour : near) {
      EXPECT_NO_THROW(space_->check(neighbour));
      ASSERT_EQ(neighbour.code().size(), space_->levels().size());
      int different = 0;
      for (std::size_t place = 0; place < drawn.code().size(); ++place)
        different += drawn.code()[place] != neighbour.code()[place] ? 1 : 0;
      if (!space_->levels().empty()) {
        EXPECT_EQ(different, 1);
      }
      EXPECT_NE(neighbour, drawn);
      texts.insert(neighbour.text());
    }
    EXPECT_EQ(texts.size(), near.size());
    EXPECT_EQ(space_->neighbours(drawn, 3, rng_).size(), std::min<std::size_t>(3, near.size()));
  }
}

TEST_P(SpaceConformance, NeighboursAreMoreSimilarThanRandomArchitectures) {
  const DenseRows rows = standardised([&](const Architecture& a) { return space_->statistics(a); },
                                      reference_architectures(*space_));
  double near = 0, random = 0;
  int count = 0;
  for (int i = 0; i < 40; ++i) {
    const Architecture drawn = space_->sample(rng_);
    for (const Architecture& neighbour : space_->neighbours(drawn, 5, rng_)) {
      const Eigen::MatrixXd Z = rows({drawn, neighbour, space_->sample(rng_)});
      near += (Z.row(0) - Z.row(1)).norm();
      random += (Z.row(0) - Z.row(2)).norm();
      ++count;
    }
  }
  EXPECT_GE(count, 40);
  EXPECT_LT(near, 0.8 * random);
}

TEST_P(SpaceConformance, RefusesOtherText) {
  for (const char* text : {"", "resnet50", "(1, 2", "|a~0|+|b~0|c~1|+|d~0|e~1|f~2|", "[[(0, 1)]]"})
    testing::expect_input_error([&] { space_->parse(text); }, GetParam());
  std::string damaged = space_->sample(rng_).text();
  damaged.resize(damaged.size() / 2);
  testing::expect_input_error([&] { space_->parse(damaged); }, GetParam());
}

TEST_P(SpaceConformance, AListedSpaceHasEachOnce) {
  const auto all = space_->all();
  if (!all) return;
  std::set<std::string> texts;
  for (const Architecture& architecture : *all) texts.insert(architecture.text());
  EXPECT_EQ(texts.size(), all->size());
  EXPECT_TRUE(texts.contains(space_->sample(rng_).text()));
}

INSTANTIATE_TEST_SUITE_P(All, SpaceConformance, ::testing::ValuesIn(space_names()), testing::parameter_name);

TEST(MakeSpace, RefusesUnknownNamesWithTheNearest) {
  testing::expect_input_error([] { make_space("nb20"); }, "nb201", "did you mean");
}

}  // namespace
}  // namespace bora::nas
