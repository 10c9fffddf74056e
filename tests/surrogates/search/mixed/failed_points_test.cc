// Points that fail, with every optimiser over a mixed space.
#include <memory>
#include <set>

#include <gtest/gtest.h>

#include "common/error.h"
#include "surrogates/search/mixed_optimiser_cases.h"

namespace bora::surrogates {
namespace {

using testing::optimisers;
using Case = testing::Case;

class FailedPoints : public ::testing::TestWithParam<Case> {};

// Most points fail; the values of the others are still used.
TEST_P(FailedPoints, LearnsWhereMostPointsFail) {
  const MixedSpace space({}, Eigen::Vector2d(0, 0), Eigen::Vector2d(1, 1));
  if (!GetParam().takes(space)) GTEST_SKIP() << "takes no such space";
  const auto optimiser = GetParam().make(space, 3);
  const auto random = std::make_unique<RandomSearch>(space, 3);
  bool differs = false;
  for (int i = 0; i < 30; ++i) {
    const auto trial = optimiser->ask().front(), drawn = random->ask().front();
    differs |= i >= 20 && trial.point != drawn.point;
    for (const auto& [of, asked] :
         {std::pair{optimiser.get(), trial}, {static_cast<MixedOptimiser*>(random.get()), drawn}})
      i % 5 == 0 ? of->tell(asked.number, asked.point.sum()) : of->fail(asked.number);
  }
  EXPECT_EQ(differs, GetParam().name != "random");
}

// The best corner fails: none of its points is proposed twice, even by searches without a model of failures.
TEST_P(FailedPoints, NeverAsksAgainForWhatFailedAmongNumbers) {
  for (const MixedSpace& space : {MixedSpace({}, Eigen::Vector2d(0, 0), Eigen::Vector2d(1, 1)),
                                  MixedSpace({2}, Eigen::Vector2d(0, 0), Eigen::Vector2d(1, 1))}) {
    if (!GetParam().takes(space)) continue;
    const auto optimiser = GetParam().make(space, 3);
    std::set<std::string> keys;
    for (int i = 0; i < 25; ++i) {
      const auto trial = optimiser->ask().front();
      EXPECT_TRUE(keys.insert(space.key(trial.point)).second) << i;
      const auto numbers = trial.point.tail(2);
      numbers.minCoeff() > 0.6 ? optimiser->fail(trial.number) : optimiser->tell(trial.number, numbers.sum());
    }
  }
}

// Half of 8 points fail: no failed point is proposed again, and all others are found.
TEST_P(FailedPoints, NeverAsksAgainForWhatFailed) {
  const MixedSpace space({2, 4}, {}, {});
  if (!GetParam().takes(space)) GTEST_SKIP() << "takes no such space";
  const auto optimiser = GetParam().make(space, 3);
  std::set<std::string> keys;
  for (int i = 0; i < 8; ++i) {
    const auto trial = optimiser->ask().front();
    EXPECT_TRUE(keys.insert(space.key(trial.point)).second);
    if (trial.point[0] == 1) {
      optimiser->fail(trial.number);
      EXPECT_THROW(optimiser->fail(trial.number), InputError);
    } else {
      optimiser->tell(trial.number, trial.point[1]);
    }
  }
  EXPECT_EQ(optimiser->observations(), 4);
  EXPECT_EQ(optimiser->pending(), 0);
  EXPECT_EQ(optimiser->incumbent_value(), 3);
}

INSTANTIATE_TEST_SUITE_P(All, FailedPoints, ::testing::ValuesIn(optimisers()),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace bora::surrogates
