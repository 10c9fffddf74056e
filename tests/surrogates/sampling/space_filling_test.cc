#include "surrogates/sampling/space_filling.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "common/error.h"

namespace bora::surrogates {
namespace {

TEST(LatinHypercube, HasOnePointInEachStratumOfEachCoordinate) {
  Rng rng(1);
  const Eigen::MatrixXd points = latin_hypercube(30, 7, rng);
  for (int j = 0; j < 7; ++j) {
    std::vector<int> hits(30, 0);
    for (int i = 0; i < 30; ++i) ++hits[static_cast<int>(points(i, j) * 30)];
    EXPECT_EQ(std::count(hits.begin(), hits.end(), 1), 30) << "coordinate " << j;
  }
}

TEST(SpaceFilling, StaysInTheCubeAndFollowsTheSeed) {
  for (const auto make : {uniform_points, latin_hypercube, sobol_points}) {
    Rng one(5), same(5), other(6);
    const Eigen::MatrixXd points = make(64, 3, one);
    EXPECT_GE(points.minCoeff(), 0);
    EXPECT_LT(points.maxCoeff(), 1);
    EXPECT_EQ(points, make(64, 3, same));
    EXPECT_NE(points, make(64, 3, other));
  }
}

TEST(Sobol, FillsBetterThanChance) {
  // An unshifted (0, 8, 2)-net of 256 points has one point in each of 16 x 16 cells. A shift moves points
  // across the borders of cells; uniform points leave about 94 cells empty.
  Rng rng(7);
  const Eigen::MatrixXd points = sobol_points(256, 2, rng);
  std::vector<int> hits(256, 0);
  for (int i = 0; i < 256; ++i)
    ++hits[16 * static_cast<int>(points(i, 0) * 16) + static_cast<int>(points(i, 1) * 16)];
  EXPECT_LT(std::count(hits.begin(), hits.end(), 0), 60);
  EXPECT_NEAR(points.col(0).mean(), 0.5, 0.01);
}

TEST(Sobol, RefusesADimensionItHasNoNumbersFor) {
  Rng rng(1);
  EXPECT_THROW(sobol_points(4, kMaxSobolDimension + 1, rng), InputError);
  EXPECT_EQ(sobol_points(2, kMaxSobolDimension, rng).cols(), kMaxSobolDimension);
}

}  // namespace
}  // namespace bora::surrogates
