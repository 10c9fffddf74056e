#include "nas/features/laplacian_features.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "nas/space/drawn_architectures.h"
#include "nas/space/nb201_space.h"

namespace bora::nas {
namespace {

using testing::drawn_architectures;

TEST(LaplacianFeatures, ProductsAreTheKernelInAnyOrderOfQueries) {
  const Nb201Space space;
  const auto X = drawn_architectures(space, 12);
  const std::vector<Architecture> Z(X.begin(), X.begin() + 4);
  const auto features = multiscale_laplacian(space, CellView::contracted, {2, {}});
  const Eigen::MatrixXd wide = features->products(Z, X);
  EXPECT_LT((features->products(X, Z) - wide.transpose()).cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_LT((features->products(X, X).topRows(4) - wide).cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_EQ(features->squared_norms(X), Eigen::VectorXd::Ones(12));
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(wide(i, i), 1, 1e-9);
  EXPECT_LT(wide.minCoeff(), 0.9);
  // New features, queried in another order, have the same products.
  const auto again = multiscale_laplacian(space, CellView::contracted, {2, {}});
  EXPECT_LT((again->products(X, X).topRows(4) - wide).cwiseAbs().maxCoeff(), 1e-9);
}

TEST(LaplacianFeatures, ArchitecturesOfTheSameGraphAreTheSame) {
  const Nb201Space space;
  // Both contract to one convolution: cell a has skips after it, cell b has none.
  const auto a = space.parse("|nor_conv_3x3~0|+|none~0|skip_connect~1|+|none~0|none~1|skip_connect~2|");
  const auto b = space.parse("|none~0|+|none~0|none~1|+|nor_conv_3x3~0|none~1|none~2|");
  const auto features = multiscale_laplacian(space, CellView::contracted, {2, {}});
  EXPECT_NEAR(features->products({a}, {b})(0, 0), 1, 1e-9);
}

TEST(LaplacianFeatures, KeepsTheGraphsOfExistingArchitecturesOnly) {
  const SpacePtr space = make_space("nb101");
  const auto kept = drawn_architectures(*space, 5);
  const auto features = multiscale_laplacian(*space, CellView::whole, {1, {}});
  Rng rng(4);
  std::size_t most = 0;
  Eigen::MatrixXd first;
  for (int ask = 0; ask < 20; ++ask) {
    std::vector<Architecture> pool;
    for (int i = 0; i < 500; ++i) pool.push_back(space->sample(rng));
    const Eigen::MatrixXd K = features->products(kept, pool);
    if (ask == 0) first = K;
    most = std::max(most, features->graphs());
    if (ask % 5 != 4) continue;
    // Graphs that got the numbers of removed ones do not get their values.
    const auto fresh = multiscale_laplacian(*space, CellView::whole, {1, {}});
    EXPECT_EQ(fresh->products(kept, pool), K);
    Rng again(4);
    for (Architecture& each : pool) each = space->sample(again);
    EXPECT_EQ(features->products(kept, pool), first);
  }
  EXPECT_GT(most, 2000U) << "no graph was removed";
  EXPECT_LE(most, 5000U) << "graphs of architectures that no longer exist are kept";
}

TEST(Beside, NumbersOnFromCellToCell) {
  CellGraphs one, two;
  one.pruned = {{0, 5, 1}, {{0, 1}, {1, 2}}};
  two.pruned = {{0, 1}, {{0, 1}}};
  EXPECT_EQ(disjoint_union({one, two}, CellView::pruned),
            (LabelledDag{{0, 5, 1, 0, 1}, {{0, 1}, {1, 2}, {3, 4}}}));
}

}  // namespace
}  // namespace bora::nas
