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

// Row that counts how many of its kind exist.
struct CountedRow {
  explicit CountedRow(int its_number) : number(its_number) { ++existing; }
  CountedRow(const CountedRow& other) : number(other.number) { ++existing; }
  ~CountedRow() { --existing; }
  int number;
  static inline int existing = 0;
};

TEST(RowCache, KeepsTheRowsOfExistingArchitecturesOnly) {
  const SpacePtr space = make_space("darts");
  Rng rng(1);
  int made = 0;
  RowCache<CountedRow> cache([&](const Architecture&) { return CountedRow(++made); });
  std::vector<Architecture> kept;
  for (int i = 0; i < 30; ++i) kept.push_back(space->sample(rng));
  const std::vector<const CountedRow*> before = cache.rows(kept);
  int most = 0;
  for (int ask = 0; ask < 20; ++ask) {
    std::vector<Architecture> pool;
    for (int i = 0; i < 500; ++i) pool.push_back(space->sample(rng));
    const std::vector<const CountedRow*> rows = cache.rows(pool);
    EXPECT_EQ(cache.rows({pool[7]}).front(), rows[7]);
    most = std::max(most, CountedRow::existing);
  }
  EXPECT_EQ(made, 30 + 20 * 500) << "each row is computed once";
  EXPECT_LE(most, 2500) << "rows of architectures that no longer exist are kept";
  EXPECT_EQ(cache.rows(kept), before);
  for (std::size_t i = 0; i < kept.size(); ++i) EXPECT_EQ(before[i]->number, static_cast<int>(i) + 1);
}

}  // namespace
}  // namespace bora::nas
