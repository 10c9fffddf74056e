#include "surrogates/linear/ard_posterior.h"

#include <gtest/gtest.h>

#include "common/random.h"
#include "surrogates/pending/pending_policy.h"

namespace bora::surrogates {
namespace {

ArdRegression fitted(bool intercept) {
  ArdOptions options;
  options.intercept = intercept;
  ArdRegression model(options);
  Rng rng(4);
  for (int i = 0; i < 40; ++i) {
    SparseRow row;
    double y = intercept ? 2 : 0;
    for (int j = 0; j < 5; ++j)
      if (const int value = rng.index(4); value > 0) {
        row.push_back({3 * j + 1, static_cast<double>(value)});
        y += (j - 2) * value;
      }
    model.append(row, y + 0.2 * rng.normal());
  }
  model.fit();
  return model;
}

class Believes : public ::testing::TestWithParam<bool> {};

TEST_P(Believes, JointAndMarginalAgree) {
  const ArdPosterior posterior(fitted(GetParam()));
  const std::vector<SparseRow> Z{{{1, 2.0}, {13, -1.0}}, {}, {{2, 5.0}, {1000, 1.0}}, {{4, 1.0}, {10, 3.0}}};
  const MarginalPosterior each = posterior.marginal(Z);
  const JointPosterior all = posterior.joint(Z);
  EXPECT_TRUE(each.mean.isApprox(all.mean, 1e-12));
  EXPECT_TRUE((each.variance - all.covariance.diagonal()).isZero(1e-12));
  EXPECT_EQ(each.mean[1], each.mean[2]) << "columns without a weight count for nothing";
  EXPECT_FALSE(posterior.smooth());
}

// given() keeps precisions and noise. Two points one after the other have the same effect as both at once,
// and a value moves the mean towards it by variance / (variance + noise) of the difference.
TEST_P(Believes, TakesPointsInOneByOne) {
  const auto posterior = std::make_shared<const ArdPosterior>(fitted(GetParam()));
  const SparseRow a{{1, 3.0}, {7, 1.0}}, b{{1, -1.0}, {13, 2.0}};
  const auto at = [](const Posterior<SparseRow>& seen, const SparseRow& z) { return seen.marginal({z}); };
  const auto once = posterior->given({a}, Eigen::VectorXd::Constant(1, 9.0));
  const double variance = at(*posterior, a).variance[0];
  const double share = variance / (variance + posterior->noise());
  EXPECT_NEAR(at(*once, a).mean[0], at(*posterior, a).mean[0] + share * (9 - at(*posterior, a).mean[0]),
              1e-9);
  EXPECT_NEAR(at(*once, a).variance[0], variance * (1 - share), 1e-9);
  const auto twice = once->given({b}, Eigen::VectorXd::Constant(1, 1.0));
  const auto both = posterior->given({a, b}, Eigen::Vector2d(9, 1));
  for (const SparseRow& z : {a, b, SparseRow{{4, 1.0}}}) {
    EXPECT_NEAR(at(*twice, z).mean[0], at(*both, z).mean[0], 1e-9);
    EXPECT_NEAR(at(*twice, z).variance[0], at(*both, z).variance[0], 1e-9);
  }
  const auto pending = make_pending_policy<SparseRow>("believer", Eigen::Vector2d(0, 1))->given(posterior, a);
  EXPECT_NEAR(at(*pending, a).mean[0], at(*posterior, a).mean[0], 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Intercept, Believes, ::testing::Bool(),
                         [](const auto& tested) { return tested.param ? "fitted" : "none"; });

}  // namespace
}  // namespace bora::surrogates
