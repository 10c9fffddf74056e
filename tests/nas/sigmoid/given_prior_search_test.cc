// Bayesian optimisation with a given prior (Twist 2019, algorithm 4).
#include "nas/sigmoid/given_prior_search.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "support/input_error.h"
#include "surrogates/support/golden.h"

namespace bora::nas {
namespace {

using testing::expect_input_error;

TEST(GivenPosterior, AgreesWithNumPy) {
  Eigen::MatrixXd X(7, 3), Z(4, 3), covariance(4, 4);
  Eigen::VectorXd y(7), mean(4);
  for (const auto& cells : testing::golden_rows("given_prior.csv")) {
    const auto number = [&](int place) { return std::stod(cells[static_cast<std::size_t>(place)]); };
    const int row = std::stoi(cells[1]);
    for (int j = 0; j < 3; ++j) {
      if (cells[0] == "X") X(row, j) = number(2 + j);
      if (cells[0] == "Z") Z(row, j) = number(2 + j);
    }
    if (cells[0] == "X") y[row] = number(5);
    if (cells[0] != "posterior") continue;
    mean[row] = number(2);
    for (int j = 0; j < 4; ++j) covariance(row, j) = number(3 + j);
  }
  const auto at = given_posterior({0.9, 0.05, 0.4}, X, y, Z);
  EXPECT_LT((at.mean - mean).cwiseAbs().maxCoeff(), 1e-10);
  EXPECT_LT((at.covariance - covariance).cwiseAbs().maxCoeff(), 1e-10);
}

double hill(const Eigen::VectorXd& x) {
  return 0.9 - (x - Eigen::Vector2d(0.7, 0.2)).squaredNorm();
}

TEST(GivenPriorSearch, FindsTheTopOfAHill) {
  const GivenPriorOptions options{{1, 0.01, 0.5}, 5, 500, 15};
  Rng rng(2), again(2);
  const auto done = given_prior_search(hill, 2, options, rng);
  ASSERT_EQ(done.size(), 20u);
  double best = 0, first = 0;
  for (std::size_t i = 0; i < done.size(); ++i) {
    EXPECT_TRUE((done[i].point.array() >= 0).all() && (done[i].point.array() <= 1).all());
    EXPECT_EQ(done[i].value, hill(done[i].point));
    EXPECT_EQ(done[i].improvement > 0, i >= 5);
    best = std::max(best, done[i].value);
    if (i < 5) first = best;
  }
  EXPECT_GT(best, first);
  EXPECT_GT(best, 0.899);
  const auto repeated = given_prior_search(hill, 2, options, again);
  for (std::size_t i = 0; i < done.size(); ++i) EXPECT_EQ(done[i].point, repeated[i].point);
}

// A chosen point has the posterior's mean and its expected improvement over the largest value so far.
TEST(GivenPriorSearch, ReportsThePosteriorOfChosenPoints) {
  const GivenPriorOptions options{{0.8, 0.05, 0.3}, 4, 50, 1};
  Rng rng(9);
  const auto done = given_prior_search(hill, 2, options, rng);
  Eigen::MatrixXd X(4, 2);
  Eigen::VectorXd y(4);
  for (int i = 0; i < 4; ++i) {
    X.row(i) = done[static_cast<std::size_t>(i)].point.transpose();
    y[i] = done[static_cast<std::size_t>(i)].value;
  }
  const auto at = given_posterior(options.prior, X, y, done[4].point.transpose());
  EXPECT_NEAR(done[4].expected, at.mean[0], 1e-10);
  const double deviation = std::sqrt(at.covariance(0, 0)), away = at.mean[0] - y.maxCoeff(),
               z = away / deviation;
  EXPECT_NEAR(
      done[4].improvement,
      away * 0.5 * std::erfc(-z / std::sqrt(2.0)) + deviation * std::exp(-z * z / 2) / std::sqrt(2 * M_PI),
      1e-10);
}

TEST(GivenPriorSearch, StopsAndRefusesInvalidOptions) {
  Rng rng(1);
  int asked = 0;
  const auto done = given_prior_search(hill, 2, {}, rng, [&] { return ++asked > 3; });
  EXPECT_EQ(done.size(), 3u);
  const auto refuse = [&](const GivenPrior& prior, int initial, int candidates, int iterations,
                          const std::string& error) {
    const GivenPriorOptions options{prior, initial, candidates, iterations};
    expect_input_error([&] { given_prior_search(hill, 2, options, rng); }, error);
  };
  refuse({0, 1, 1}, 1, 1, 1, "alpha: 0");
  refuse({1, -1, 1}, 1, 1, 1, "sigma: -1");
  refuse({1, 1, NAN}, 1, 1, 1, "ell: nan");
  refuse({}, 0, 1, 1, "initial: 0");
  refuse({}, 1, 0, 1, "candidates: 0");
  refuse({}, 1, 1, -1, "iterations: -1");
}

}  // namespace
}  // namespace bora::nas
