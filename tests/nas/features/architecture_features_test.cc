#include "nas/features/architecture_features.h"

#include <gtest/gtest.h>

#include "nas/space/darts_space.h"
#include "nas/space/nb201_space.h"

namespace bora::nas {
namespace {

const std::shared_ptr<const Nb201Space>& space() {
  static const auto cells = std::make_shared<const Nb201Space>();
  return cells;
}

std::vector<Architecture> some(int count) {
  Rng rng(4);
  std::vector<Architecture> drawn;
  for (int i = 0; i < count; ++i) drawn.push_back(space()->sample(rng));
  return drawn;
}

TEST(ArchitectureFeatures, CountedRowsHaveNormOne) {
  const auto X = some(10);
  const auto set = counted(std::make_shared<WlCounter>(2, WlDirection::both), CellView::whole);
  EXPECT_LT((set->squared_norms(X).array() - 1).abs().maxCoeff(), 1e-12);
}

TEST(ArchitectureFeatures, LevelsEqualThoseOfSeparateCounters) {
  const auto X = some(6), Z = some(3);
  const auto levels = wl_levels(2, WlDirection::in, CellView::contracted, false);
  ASSERT_EQ(levels.size(), 3u);
  for (int h = 0; h <= 2; ++h) {
    const auto own = counted(std::make_shared<WlCounter>(h, WlDirection::in), CellView::contracted);
    EXPECT_LT(
        (levels[static_cast<std::size_t>(h)]->products(X, Z) - own->products(X, Z)).cwiseAbs().maxCoeff(),
        1e-12);
  }
}

TEST(ArchitectureFeatures, StandardisedNumbersHaveMeanZeroAndLeaveConstantsOut) {
  const auto X = some(200);
  int columns = 0;
  const DenseRows rows = standardised(
      [](const Architecture& a) {
        return std::vector<double>{3.0, static_cast<double>(a.code()[0]), 10.0 * a.code()[1]};
      },
      X, &columns);
  const Eigen::MatrixXd Z = rows(X);
  ASSERT_EQ(Z.cols(), 2);
  EXPECT_EQ(columns, 2);
  EXPECT_LT(Z.colwise().mean().cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((Z.colwise().squaredNorm().array() / 200 - 1).abs().maxCoeff(), 1e-12);
}

TEST(ArchitectureFeatures, OneHotDistanceIsTheFractionOfDifferentChoices) {
  const auto set = one_hot(*space());
  const auto X = some(2);
  int different = 0;
  for (std::size_t i = 0; i < X[0].code().size(); ++i) different += X[0].code()[i] != X[1].code()[i] ? 1 : 0;
  const auto norms = set->squared_norms(X);
  EXPECT_NEAR(norms[0] + norms[1] - 2 * set->products(X, X)(0, 1), different / 6.0, 1e-12);
}

TEST(ArchitectureFeatures, UntrainedEmbeddingsDistinguishCells) {
  const DenseRows rows = untrained_gcn(*space(), CellView::pruned, 1);
  const auto X = some(3);
  const Eigen::MatrixXd first = rows(X), again = untrained_gcn(*space(), CellView::pruned, 1)(X);
  EXPECT_EQ(first, again);
  EXPECT_GT((first.row(0) - first.row(1)).norm(), 1e-3);
  EXPECT_GT((first - untrained_gcn(*space(), CellView::pruned, 2)(X)).norm(), 1e-3);
}

TEST(ArchitectureFeatures, BothCellsCount) {
  const DartsSpace darts;
  const std::string first = "[(0, 3), (1, 4), (0, 2), (2, 5), (1, 0), (3, 6), (2, 1), (4, 3)]";
  const std::string second = "[(0, 1), (1, 1), (0, 2), (2, 5), (1, 0), (3, 6), (2, 1), (4, 3)]";
  const auto set = counted(std::make_shared<EdgeCounter>(), CellView::whole);
  const std::vector<Architecture> X{darts.parse("[" + first + ", " + second + "]"),
                                    darts.parse("[" + second + ", " + first + "]")};
  EXPECT_LT(set->products(X, X)(0, 1), 1 - 1e-6);
}

}  // namespace
}  // namespace bora::nas
