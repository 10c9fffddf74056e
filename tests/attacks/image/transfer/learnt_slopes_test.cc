#include "attacks/image/transfer/learnt_slopes.h"

#include <stdexcept>

#include <gtest/gtest.h>

namespace bora::attacks {
namespace {

constexpr int kClasses = 3, kDimension = 4;

WarmStart warm_start_of(const Eigen::MatrixXf& slopes, Goal goal = {0, 1}) {
  return {goal.label, goal.target,
          LearntSlopes::warm_start(slopes, goal, Eigen::RowVectorXd::LinSpaced(slopes.rows(), 0, 1))};
}

TEST(LearntSlopes, AveragesNormalisedWarmStarts) {
  Eigen::MatrixXf first = Eigen::MatrixXf::Zero(kClasses, kDimension);
  first(0, 0) = 5;
  Eigen::MatrixXf second = Eigen::MatrixXf::Zero(kClasses, kDimension);
  second(1, 2) = 0.1F;
  const LearntSlopes slopes({warm_start_of(first), warm_start_of(second)}, kClasses, kDimension);
  ASSERT_EQ(slopes.size(), kClasses);
  Eigen::RowVectorXd weights(kClasses);
  weights << 2, -4, 100;
  const Eigen::RowVectorXf expected = Eigen::RowVector4f(1, 0, -2, 0);
  EXPECT_LT((slopes.direction(weights) - expected).norm(), 1e-6);
  PointRows perturbation(1, kDimension);
  perturbation << 3, 1, 4, 1;
  EXPECT_LT((slopes.values(perturbation) - Eigen::RowVector3d(1.5, 2, 0)).norm(), 1e-6);
  const ChangedPoint changed = {0, {0, 3}, {5, 7}};
  EXPECT_LT((slopes.values(perturbation, {&changed, 1}) - Eigen::RowVector3d(2.5, 2, 0)).norm(), 1e-6);
}

TEST(LearntSlopes, KeepsTheClassesOfTheGoalAndTheClosest) {
  constexpr int kMany = 40;
  const Eigen::MatrixXf slopes = Eigen::MatrixXf::Random(kMany, kDimension);
  const LearntSlopes kept({warm_start_of(slopes, {3, 7})}, kMany, kDimension);
  EXPECT_EQ(kept.size(), LearntSlopes::kMostClasses);
  const auto knows = [&](int c) { return kept.direction(Eigen::RowVectorXd::Unit(kMany, c)).norm() > 0; };
  for (const int c : {3, 7, 39, 38, 32}) EXPECT_TRUE(knows(c)) << c;
  for (const int c : {0, 31}) EXPECT_FALSE(knows(c)) << c;
}

TEST(LearntSlopes, AreEmptyWithoutWarmStarts) {
  EXPECT_EQ(warm_start_of(Eigen::MatrixXf::Zero(kClasses, kDimension)).content, "");
  EXPECT_EQ(warm_start_of(Eigen::MatrixXf::Constant(kClasses, kDimension, NAN)).content, "");
  EXPECT_TRUE(LearntSlopes({}, kClasses, kDimension).empty());
  EXPECT_TRUE(LearntSlopes({{0, 1, ""}}, kClasses, kDimension).empty());
}

TEST(LearntSlopes, RefusesDamagedWarmStarts) {
  auto warm_start = warm_start_of(Eigen::MatrixXf::Ones(kClasses, kDimension));
  EXPECT_THROW(LearntSlopes({warm_start}, kClasses, kDimension + 1), std::runtime_error);
  EXPECT_THROW(LearntSlopes({warm_start}, kClasses - 1, kDimension), std::runtime_error);
  warm_start.content.pop_back();
  EXPECT_THROW(LearntSlopes({warm_start}, kClasses, kDimension), std::runtime_error);
}

}  // namespace
}  // namespace bora::attacks
