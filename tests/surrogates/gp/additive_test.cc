// Tests of the additive GP: partitions, Gram matrix, evidence and posterior, against a dense reference.
#include <numbers>
#include <set>

#include <gtest/gtest.h>

#include "support/dense.h"
#include "surrogates/gp/additive_posterior.h"
#include "surrogates/gp/evidence/additive_evidence.h"
#include "surrogates/gp/stationary_posterior.h"
#include "surrogates/sampling/space_filling.h"

namespace bora::surrogates {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

TEST(Partition, CutsIntoNearlyEqualGroups) {
  const Partition partition = cut({4, 2, 0, 1, 3, 5, 6}, 3);
  EXPECT_EQ(partition.groups(), 3);
  EXPECT_EQ(partition.starts, (std::vector<int>{0, 3, 5, 7}));
  EXPECT_EQ(partition.size(0), 3);
}

TEST(Partition, RandomOnesHoldEveryCoordinateOnce) {
  Rng rng(1);
  const Partition partition = random_partition(29, 4, rng);
  EXPECT_EQ(std::set<int>(partition.order.begin(), partition.order.end()).size(), 29U);
  EXPECT_FALSE(same_groups(partition, random_partition(29, 4, rng)));
}

TEST(Partition, TheOrderWithinAndOfGroupsDoesNotMatter) {
  EXPECT_TRUE(same_groups(cut({0, 1, 2, 3}, 2), cut({3, 2, 1, 0}, 2)));
  EXPECT_FALSE(same_groups(cut({0, 1, 2, 3}, 2), cut({0, 2, 1, 3}, 2)));
}

/// Reference that computes everything by the definitions, pair by pair.
class AdditiveTest : public ::testing::TestWithParam<RadialFamily> {
 protected:
  static constexpr int kDimension = 5;
  AdditiveTest() {
    X_ = uniform_points(70, kDimension, rng_).transpose();
    Z_ = uniform_points(4, kDimension, rng_).transpose();
    y_ = (3 * X_.row(0).array() * X_.row(3).array()).sin().transpose() + X_.row(1).array().transpose();
    y_.array() -= y_.mean();
    partition_ = cut({3, 0, 4, 1, 2}, 2);
    hyperparameters_ = {Eigen::Vector2d(0.7, 1.2), Eigen::Vector2d(1.5, 0.4), 1e-3};
  }

  double kernel(int group, const VectorXd& a, const VectorXd& b) const {
    double s = 0;
    for (int i = partition_.start(group); i < partition_.start(group + 1); ++i)
      s += std::pow(a[partition_.order[i]] - b[partition_.order[i]], 2);
    Eigen::Matrix<double, 1, 1> value(s / std::pow(hyperparameters_.lengthscales[group], 2));
    radial_in_place(GetParam(), value);
    return hyperparameters_.signal_variances[group] * value[0];
  }
  MatrixXd covariance(Eigen::Index n) const {
    MatrixXd K(n, n);
    for (Eigen::Index a = 0; a < n; ++a)
      for (Eigen::Index b = 0; b < n; ++b)
        K(a, b) = kernel(0, X_.col(a), X_.col(b)) + kernel(1, X_.col(a), X_.col(b));
    K.diagonal().array() += hyperparameters_.noise_variance;
    return K;
  }
  AdditivePosterior posterior(Eigen::Index n) const {
    AdditivePosterior made(GetParam(), kDimension);
    made.append(X_.leftCols(n));
    EXPECT_TRUE(made.factorise(partition_, hyperparameters_));
    return made;
  }
  std::optional<AdditiveEvidence> evidence_of(const AdditiveHyperparameters& h, bool with_gradient) const {
    const auto grouped = group_points(partition_, X_, VectorXd::Ones(2));
    const GroupDistances distances(grouped, GroupDistances::Keep::yes);
    return additive_evidence(GetParam(), distances, y_, h, with_gradient);
  }
  void expect_right(const AdditivePosterior& posterior, Eigen::Index n) const {
    const MatrixXd inverse = testing::inverse_of(covariance(n));
    const auto found = posterior.marginal(Z_);
    for (int group = 0; group < 2; ++group)
      for (Eigen::Index i = 0; i < Z_.cols(); ++i) {
        VectorXd k(n);
        for (Eigen::Index a = 0; a < n; ++a) k[a] = kernel(group, X_.col(a), Z_.col(i));
        EXPECT_NEAR(found.mean(group, i), k.dot(inverse * y_.head(n)), 1e-7);
        EXPECT_NEAR(found.variance(group, i), hyperparameters_.signal_variances[group] - k.dot(inverse * k),
                    1e-7);
      }
  }

  Rng rng_{5};
  MatrixXd X_, Z_;
  VectorXd y_;
  Partition partition_;
  AdditiveHyperparameters hyperparameters_;
};

TEST_P(AdditiveTest, TheGramMatrixIsTheSumOverGroups) {
  MatrixXd K = MatrixXd::Zero(70, 70);
  const auto grouped = group_points(partition_, X_, hyperparameters_.lengthscales);
  const GroupDistances distances(grouped, GroupDistances::Keep::no);
  additive_gram(GetParam(), distances, VectorXd::Ones(2), hyperparameters_.signal_variances, K);
  K.diagonal().array() += hyperparameters_.noise_variance;
  const MatrixXd lower = (K - covariance(70)).triangularView<Eigen::Lower>();
  EXPECT_LT(lower.cwiseAbs().maxCoeff(), 1e-12);
}

TEST_P(AdditiveTest, KeptDistancesAreTheComputedOnes) {
  const auto grouped = group_points(partition_, X_, hyperparameters_.lengthscales);
  std::vector<MatrixXd> blocks[2];
  for (const auto keep : {GroupDistances::Keep::no, GroupDistances::Keep::yes}) {
    auto& found = blocks[keep == GroupDistances::Keep::yes];
    const GroupDistances distances(grouped, keep);
    // Visitors overwrite what they are given, which the next visit must not see.
    distances.visit(Eigen::Vector2d(2, 3), [](int, Eigen::Index, MatrixXd& block) { block.setZero(); });
    distances.visit(Eigen::Vector2d(2, 3), [&](int group, Eigen::Index first, MatrixXd& block) {
      found.push_back(block);
      for (Eigen::Index c = 0; c < block.cols(); ++c)
        for (Eigen::Index r = c; r < block.rows(); ++r) {
          double expected = 0;
          for (int i = partition_.start(group); i < partition_.start(group + 1); ++i)
            expected += std::pow(X_(partition_.order[i], first + r) - X_(partition_.order[i], first + c), 2);
          expected *= (group == 0 ? 2 : 3) / std::pow(hyperparameters_.lengthscales[group], 2);
          ASSERT_NEAR(block(r, c), expected, 1e-12);
        }
    });
  }
  ASSERT_EQ(blocks[0].size(), 4U) << "70 points are two blocks of each group";
  EXPECT_EQ(blocks[0], blocks[1]);
}

TEST_P(AdditiveTest, TheEvidenceIsTheGaussianDensity) {
  const MatrixXd K = covariance(70);
  const double expected = -0.5 * y_.dot(testing::inverse_of(K) * y_) -
                          0.5 * std::log(testing::determinant_of(K)) - 35 * std::log(2 * std::numbers::pi);
  const auto evidence = evidence_of(hyperparameters_, false);
  ASSERT_TRUE(evidence);
  EXPECT_NEAR(evidence->log_evidence, expected, 1e-6 * std::abs(expected));
}

TEST_P(AdditiveTest, TheEvidenceGradientIsRight) {
  const auto at = [&](const VectorXd& logs) {
    const VectorXd values = logs.array().exp();
    return AdditiveHyperparameters{values.segment(2, 2), values.head(2), values[4]};
  };
  VectorXd logs(5);
  logs << hyperparameters_.signal_variances, hyperparameters_.lengthscales, hyperparameters_.noise_variance;
  logs = logs.array().log();
  const VectorXd gradient = evidence_of(at(logs), true)->gradient;
  for (int i = 0; i < 5; ++i) {
    constexpr double kStep = 1e-5;
    VectorXd up = logs, down = logs;
    up[i] += kStep;
    down[i] -= kStep;
    const double slope =
        (evidence_of(at(up), false)->log_evidence - evidence_of(at(down), false)->log_evidence) / (2 * kStep);
    EXPECT_NEAR(gradient[i], slope, 1e-4 * (1 + std::abs(slope))) << i;
  }
}

TEST_P(AdditiveTest, ACommonScaleFitProfilesTheVariances) {
  CommonScaleSearch search;
  search.lower = std::log(0.01);
  search.upper = std::log(20);
  search.starts = 10;
  const auto fit = fit_common_scale(GetParam(), partition_, X_, y_, hyperparameters_, search);
  ASSERT_TRUE(fit);
  // The reported evidence is that of the returned hyper-parameters, and no other variance has a larger one.
  const auto evidence = [&](AdditiveHyperparameters h, double factor) {
    h.signal_variances *= factor;
    h.noise_variance *= factor;
    return evidence_of(h, false)->log_evidence;
  };
  EXPECT_NEAR(fit->log_evidence, evidence(fit->hyperparameters, 1), 1e-6 * std::abs(fit->log_evidence));
  EXPECT_GT(evidence(fit->hyperparameters, 1), evidence(fit->hyperparameters, 1.3));
  EXPECT_GT(evidence(fit->hyperparameters, 1), evidence(fit->hyperparameters, 0.7));
  EXPECT_NEAR(fit->hyperparameters.lengthscales[1] / fit->hyperparameters.lengthscales[0], 1.2 / 0.7, 1e-9);
}

TEST_P(AdditiveTest, AFitOfAllGroupsClimbs) {
  GroupSearch search;
  search.lengthscale_lower = std::log(0.01);
  search.lengthscale_upper = std::log(20);
  search.noise_lower = search.noise_upper = std::log(hyperparameters_.noise_variance);
  const auto fit = fit_groups(GetParam(), partition_, X_, y_, hyperparameters_, search);
  ASSERT_TRUE(fit);
  EXPECT_GT(fit->log_evidence, evidence_of(hyperparameters_, false)->log_evidence + 1);
  EXPECT_DOUBLE_EQ(fit->hyperparameters.noise_variance, hyperparameters_.noise_variance) << "held fixed";
  search.prior = {std::log(5), 0.01};
  const auto pulled = fit_groups(GetParam(), partition_, X_, y_, hyperparameters_, search);
  EXPECT_NEAR(std::log(pulled->hyperparameters.lengthscales[0]), std::log(5) + 0.5 * std::log(3), 0.1);
  EXPECT_LT(pulled->log_evidence, fit->log_evidence);
}

TEST_P(AdditiveTest, ThePosteriorIsRightGroupByGroup) {
  AdditivePosterior whole = posterior(70);
  whole.set_targets(y_);
  expect_right(whole, 70);
}

TEST_P(AdditiveTest, GrowingPointByPointChangesNothing) {
  AdditivePosterior grown = posterior(30);
  for (int i = 30; i < 70; ++i) grown.append(X_.col(i));
  grown.set_targets(y_);
  expect_right(grown, 70);
}

TEST_P(AdditiveTest, BelievedPointsKeepTheMeanAndShrinkTheVariance) {
  AdditivePosterior imputing = posterior(60);
  imputing.set_targets(y_.head(60));
  const auto before = imputing.marginal(Z_);
  imputing.append(Z_);
  const auto after = imputing.marginal(Z_);
  EXPECT_LT((before.mean - after.mean).cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_TRUE((after.variance.array() < before.variance.array()).all());
  imputing.remove_last(Z_.cols());
  EXPECT_EQ(imputing.marginal(Z_).variance, before.variance);
}

TEST_P(AdditiveTest, TheInputGradientIsRight) {
  AdditivePosterior whole = posterior(70);
  whole.set_targets(y_);
  Rng rng(3);
  MatrixXd mean_weights(2, Z_.cols()), variance_weights(2, Z_.cols());
  for (Eigen::Index i = 0; i < mean_weights.size(); ++i) {
    mean_weights.data()[i] = rng.normal();
    variance_weights.data()[i] = rng.normal();
  }
  const auto value = [&](const MatrixXd& Z) {
    const auto marginal = whole.marginal(Z);
    return (mean_weights.cwiseProduct(marginal.mean) + variance_weights.cwiseProduct(marginal.variance))
        .sum();
  };
  auto marginal = whole.marginal(Z_, true);
  const MatrixXd gradient = whole.input_gradient(Z_, marginal, mean_weights, variance_weights);
  for (Eigen::Index i = 0; i < Z_.size(); ++i) {
    constexpr double kStep = 1e-5;
    MatrixXd up = Z_, down = Z_;
    up.data()[i] += kStep;
    down.data()[i] -= kStep;
    const double slope = (value(up) - value(down)) / (2 * kStep);
    EXPECT_NEAR(gradient.data()[i], slope, 1e-4 * (1 + std::abs(slope))) << i;
  }
}

TEST_P(AdditiveTest, ScreeningIsTheMeanInSinglePrecisionAndTheVarianceOfAGroupAlone) {
  AdditivePosterior whole = posterior(70);
  whole.set_targets(y_);
  const auto exact = whole.marginal(Z_);
  const auto screened = whole.screen(Z_.cast<float>());
  EXPECT_LT((screened.mean.cast<double>() - exact.mean).cwiseAbs().maxCoeff(), 2e-2);
  for (int group = 0; group < exact.variance.rows(); ++group) {
    const double signal = hyperparameters_.signal_variances[group];
    for (Eigen::Index i = 0; i < Z_.cols(); ++i) {
      double nearest = 0;
      for (int a = 0; a < 70; ++a) nearest = std::max(nearest, kernel(group, X_.col(a), Z_.col(i)) / signal);
      EXPECT_NEAR(screened.lone_variance(group, i), signal * (1 - nearest * nearest), 1e-3)
          << group << ' ' << i;
    }
  }
}

TEST_P(AdditiveTest, OneGroupIsTheStationaryPosterior) {
  partition_ = cut({0, 1, 2, 3, 4}, 1);
  hyperparameters_ = {VectorXd::Constant(1, 0.9), VectorXd::Constant(1, 1.3), 1e-4};
  AdditivePosterior one = posterior(70);
  one.set_targets(y_);
  StationaryPosterior other(GetParam(), kDimension, false);
  other.append(X_);
  ASSERT_TRUE(other.factorise({hyperparameters_.lengthscales, 1.3, 1e-4}));
  other.set_targets(y_);
  EXPECT_LT((one.marginal(Z_).mean.row(0).transpose() - other.marginal(Z_).mean).cwiseAbs().maxCoeff(), 1e-8);
  EXPECT_LT((one.mean_at_targets() - other.mean_at_targets()).cwiseAbs().maxCoeff(), 1e-8);
}

INSTANTIATE_TEST_SUITE_P(Families, AdditiveTest,
                         ::testing::Values(RadialFamily::se, RadialFamily::matern32, RadialFamily::matern52));

}  // namespace
}  // namespace bora::surrogates
