#include "benchmarks/nas/learning_curve.h"

#include <cmath>

#include <gtest/gtest.h>

#include "common/random.h"
#include "nas/estimator/rank_correlation.h"
#include "support/input_error.h"

namespace bora::nas {
namespace {

// Returns curves that rise to `last`, each at its own rate, with a little noise.
struct Course {
  LearningCurve curve;
  double last = 0;
};

std::vector<Course> courses(int count, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<Course> all;
  for (int i = 0; i < count; ++i) {
    Course one;
    one.last = rng.uniform(0.6, 0.95);
    const double pace = rng.uniform(0.1, 0.6);
    for (int epoch = 1; epoch <= 12; ++epoch)
      one.curve.accuracies.push_back(one.last * (1 - std::exp(-pace * epoch)) + 0.002 * rng.normal());
    one.curve.facts = {rng.normal()};
    all.push_back(one);
  }
  return all;
}

std::pair<std::vector<LearningCurve>, Eigen::VectorXd> parts(const std::vector<Course>& all) {
  std::vector<LearningCurve> curves;
  Eigen::VectorXd y(static_cast<Eigen::Index>(all.size()));
  for (std::size_t i = 0; i < all.size(); ++i) {
    curves.push_back(all[i].curve);
    y[static_cast<Eigen::Index>(i)] = all[i].last;
  }
  return {curves, y};
}

TEST(LearningCurveRegression, ForetellsMoreThanTheAccuracySoFar) {
  const auto [seen, reached] = parts(courses(60, 1));
  const auto [unseen, truth] = parts(courses(40, 2));
  constexpr int kEpochs = 5;
  const LearningCurveRegression regression(seen, reached, kEpochs, 7);
  const Eigen::VectorXd predicted = regression.predict(unseen);
  Eigen::VectorXd then(truth.size());
  for (Eigen::Index i = 0; i < then.size(); ++i)
    then[i] = unseen[static_cast<std::size_t>(i)].accuracies[kEpochs - 1];
  EXPECT_GT(spearman(predicted, truth), 0.9);
  EXPECT_LT(spearman(then, truth), 0.8);
  EXPECT_LT((predicted - truth).norm(), 0.5 * (truth.array() - truth.mean()).matrix().norm())
      << "in accuracy, not only in rank";
}

TEST(LearningCurveRegression, SeesNothingOfLaterEpochs) {
  auto [curves, y] = parts(courses(20, 3));
  const LearningCurveRegression regression(curves, y, 4, 7);
  const Eigen::VectorXd before = regression.predict(curves);
  for (LearningCurve& curve : curves) curve.accuracies.resize(4);
  EXPECT_EQ(before, regression.predict(curves));
  EXPECT_EQ(before, LearningCurveRegression(curves, y, 4, 7).predict(curves)) << "nor while it learns";
}

TEST(LearningCurveRegression, TakesConstantsAndASingleEpoch) {
  auto [curves, y] = parts(courses(8, 4));
  for (LearningCurve& curve : curves) curve = {{0.5}, {}};
  y.setConstant(0.75);
  const Eigen::VectorXd predicted = LearningCurveRegression(curves, y, 1, 7).predict(curves);
  for (const double value : predicted) EXPECT_NEAR(value, 0.75, 1e-6);
}

TEST(LearningCurveRegression, RefusesWhatIsNone) {
  const auto [curves, y] = parts(courses(8, 5));
  testing::expect_input_error(
      [&, c = curves] {
        LearningCurveRegression({c.begin(), c.begin() + 4}, Eigen::VectorXd::Zero(4), 3, 1);
      },
      "4 networks, expected at least");
  testing::expect_input_error([&, c = curves, v = y] { LearningCurveRegression(c, v, 13, 1); },
                              "12 epochs, expected at least 13");
  testing::expect_input_error([&, c = curves, v = y] { LearningCurveRegression(c, v, 0, 1); }, "epochs: 0");
  testing::expect_input_error([&, c = curves] { LearningCurveRegression(c, Eigen::VectorXd::Zero(7), 3, 1); },
                              "7 values for 8 networks");
  auto other = curves;
  other[2].facts.clear();
  testing::expect_input_error([&, v = y] { LearningCurveRegression(other, v, 3, 1); }, "0 facts");
  other = curves;
  other[1].accuracies[0] = NAN;
  testing::expect_input_error([&, v = y] { LearningCurveRegression(other, v, 3, 1); }, "finite");
}

}  // namespace
}  // namespace bora::nas
