#include "surrogates/pending/penalised_acquisition.h"

#include <cmath>

#include <gtest/gtest.h>

#include "support/gradient_check.h"
#include "surrogates/gp/fitted_gaussian_process.h"
#include "surrogates/kernels/continuous/stationary.h"
#include "surrogates/pending/local_penalty.h"

namespace bora::surrogates {
namespace {

using Eigen::VectorXd;
using Process = FittedGaussianProcess<VectorXd>;
using ScorePtr = std::shared_ptr<const PointAcquisition>;

ScorePtr score_of(std::shared_ptr<const Acquisition> acquisition) {
  Eigen::MatrixXd X(4, 2);
  X << 0.1, 0.2, 0.8, 0.3, 0.4, 0.9, 0.6, 0.5;
  const Eigen::VectorXd y = Eigen::Vector4d(-1, 0.5, 2, 1);
  auto process = std::make_shared<const Process>(
      *Process::condition(std::make_shared<StationaryKernel>(RadialFamily::matern52, 2, true), X, y, 1e-3,
                          Standardisation::of(y)));
  return std::make_shared<const PosteriorAcquisition<VectorXd>>(process, std::move(acquisition));
}

std::vector<ScorePtr> two_penalties() {
  return {std::make_shared<const HardLocalPenalty>(Eigen::Vector2d(0.3, 0.3), 0, 0.4),
          std::make_shared<const SoftLocalPenalty>(Eigen::Vector2d(0.7, 0.6), 0, 0.5, 0.4, 2)};
}

const Eigen::Vector2d kPoint(0.45, 0.5);

double sum_of_penalties() {
  double sum = 0;
  for (const auto& penalty : two_penalties()) sum += penalty->values(kPoint.transpose())[0];
  return sum;
}

const auto kNever = [](const PointAcquisition&) -> double {
  ADD_FAILURE() << "the least value of a logarithm is not needed";
  return 0;
};

TEST(PenalisedAcquisition, WithoutPenaltiesItIsTheScore) {
  const ScorePtr score = score_of(std::make_shared<UpperConfidenceBound>(2));
  EXPECT_EQ(penalised<VectorXd>(score, {}, kNever), score);
}

TEST(PenalisedAcquisition, LogarithmsAreAdded) {
  const ScorePtr score = score_of(std::make_shared<LogExpectedImprovement>(1.8));
  const ScorePtr seen = penalised<VectorXd>(score, two_penalties(), kNever);
  EXPECT_DOUBLE_EQ(seen->values(kPoint.transpose())[0],
                   score->values(kPoint.transpose())[0] + sum_of_penalties());
  EXPECT_TRUE(seen->logarithmic());
}

TEST(PenalisedAcquisition, OthersAreMultipliedAboveTheirLeastValue) {
  const ScorePtr score = score_of(std::make_shared<UpperConfidenceBound>(2));
  EXPECT_FALSE(score->logarithmic());
  const ScorePtr seen =
      penalised<VectorXd>(score, two_penalties(), [](const PointAcquisition&) { return -3.0; });
  EXPECT_FALSE(seen->logarithmic());
  const double value = seen->values(kPoint.transpose())[0];
  EXPECT_NEAR(value, (score->values(kPoint.transpose())[0] + 3) * std::exp(sum_of_penalties()), 1e-12);
  VectorXd gradient;
  EXPECT_TRUE(seen->smooth());
  EXPECT_NEAR(seen->value(kPoint, gradient), value, 1e-12);
  const auto check = check_gradient([&](const VectorXd& z) { return seen->values(z.transpose())[0]; }, kPoint,
                                    gradient, 1e-4);
  EXPECT_LT(check.worst, 1e-7);
}

// A sum of logarithms is logarithmic, a sum with any other acquisition is not.
TEST(PenalisedAcquisition, SumsKnowWhetherTheyAreLogarithms) {
  const ScorePtr gain = score_of(std::make_shared<LogExpectedImprovement>(1.8));
  const ScorePtr probability = score_of(std::make_shared<LogProbabilityAbove>(0.5));
  const ScorePtr cost = score_of(std::make_shared<NegativeMean>());
  const ScorePtr bound = score_of(std::make_shared<UpperConfidenceBound>(2));
  EXPECT_TRUE(SumAcquisition<VectorXd>({gain, probability, cost}).logarithmic());
  EXPECT_FALSE(SumAcquisition<VectorXd>({bound, probability}).logarithmic());
  EXPECT_FALSE(score_of(std::make_shared<ExpectedImprovement>(1.8))->logarithmic());
  EXPECT_FALSE(score_of(std::make_shared<ProbabilityOfImprovement>(1.8))->logarithmic());
}

}  // namespace
}  // namespace bora::surrogates
