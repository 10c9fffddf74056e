#include "surrogates/search/additive_model.h"

#include <utility>

#include <gtest/gtest.h>

#include "surrogates/gp/standardisation.h"
#include "surrogates/sampling/space_filling.h"

namespace bora::surrogates {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

BoxOptimiserOptions two_groups() {
  BoxOptimiserOptions options;
  options.additive.groups = 2;
  options.candidates = 200;
  return options;
}

/// A sum of two functions of three coordinates each, with interactions inside but not across.
double planted(const VectorXd& x) {
  return std::sin(6 * x[0] * x[2] * x[5] + 2 * x[0]) + std::cos(5 * x[1] * x[3] - 4 * x[4] * x[1]);
}

TEST(AdditiveModel, EvidenceRecoversAPlantedDecomposition) {
  const Partition truth = cut({0, 2, 5, 1, 3, 4}, 2);
  int found = 0;
  for (int seed = 0; seed < 10; ++seed) {
    Rng rng(seed);
    const MatrixXd X = uniform_points(80, 6, rng).transpose();
    VectorXd y(80);
    for (int i = 0; i < 80; ++i) y[i] = planted(X.col(i));
    AdditiveModel model(two_groups(), 6, seed);
    model.append(X);
    ASSERT_TRUE(model.refit(y));
    found += same_groups(model.partition(), truth) ? 1 : 0;
  }
  // There are 10 partitions into threes; 20 random ones miss the true one with probability 0.12.
  EXPECT_GE(found, 7);
}

TEST(AdditiveModel, LearnsFromSomeOfManyObservations) {
  // Every other value is noise, which hides the decomposition; the 90 of 179 that are spread evenly have
  // none.
  const Partition truth = cut({0, 2, 5, 1, 3, 4}, 2);
  int found_on_some = 0, found_on_all = 0;
  for (int seed = 0; seed < 10; ++seed) {
    Rng rng(seed);
    const MatrixXd X = uniform_points(179, 6, rng).transpose();
    VectorXd y(179);
    for (int i = 0; i < 179; ++i) y[i] = i % 2 == 0 ? planted(X.col(i)) : rng.normal();
    for (const int some : {90, 0}) {
      BoxOptimiserOptions options = two_groups();
      options.additive.learnt_from = some;
      AdditiveModel model(options, 6, seed);
      model.append(X);
      ASSERT_TRUE(model.refit(y));
      (some > 0 ? found_on_some : found_on_all) += static_cast<int>(same_groups(model.partition(), truth));
    }
  }
  EXPECT_GE(found_on_some, 7);
  EXPECT_LE(found_on_all, 4);
}

TEST(AdditiveModel, EvidencePrefersTheTruthToAnyOtherPartition) {
  Rng rng(4);
  const MatrixXd X = uniform_points(80, 6, rng).transpose();
  VectorXd y(80);
  for (int i = 0; i < 80; ++i) y[i] = planted(X.col(i));
  y.array() -= y.mean();
  const AdditiveHyperparameters start{VectorXd::Constant(2, 0.8), VectorXd::Constant(2, 0.5), 1e-6};
  CommonScaleSearch search;
  search.lower = std::log(0.05);
  search.upper = std::log(10);
  search.starts = 8;
  const auto evidence = [&](const Partition& partition) {
    return fit_common_scale(RadialFamily::matern52, partition, X, y, start, search)->log_evidence;
  };
  const double truth = evidence(cut({0, 2, 5, 1, 3, 4}, 2));
  for (int other = 0; other < 20; ++other) {
    const Partition partition = random_partition(6, 2, rng);
    if (same_groups(partition, cut({0, 2, 5, 1, 3, 4}, 2))) continue;
    EXPECT_GT(truth, evidence(partition) + 5);
  }
}

TEST(AdditiveModel, ChangeGroupsCoordinatesThatMoveAlike) {
  BoxOptimiserOptions options = two_groups();
  options.additive.decomposition = Decomposition::change;
  AdditiveModel model(options, 6, 1);
  Rng rng(2);
  MatrixXd X = uniform_points(40, 6, rng).transpose();
  // In the last six points coordinates 1, 3 and 4 jump, the others creep.
  for (int i = 34; i < 40; ++i)
    for (int j = 0; j < 6; ++j) {
      const bool jumps = j == 1 || j == 3 || j == 4;
      const double size = jumps ? 0.4 : 0.01;
      X(j, i) = 0.5 + (i % 2 == 0 ? size : -size);
    }
  VectorXd y(40);
  for (int i = 0; i < 40; ++i) y[i] = planted(X.col(i)) + 1e-3 * rng.normal();
  model.append(X);
  ASSERT_TRUE(model.refit(y));
  EXPECT_TRUE(same_groups(model.partition(), cut({1, 3, 4, 0, 2, 5}, 2)));
}

TEST(AdditiveModel, ThePartitionIsLearntAnewOnlyWhenItIsDue) {
  BoxOptimiserOptions options = two_groups();
  options.additive.decomposition = Decomposition::change;
  options.additive.relearn_every = 30;
  AdditiveModel model(options, 6, 1);
  Rng rng(2);
  model.append(uniform_points(40, 6, rng).transpose());
  ASSERT_TRUE(model.refit(VectorXd::LinSpaced(40, 0, 1)));
  const Partition first = model.partition();
  model.append(uniform_points(10, 6, rng).transpose());
  ASSERT_TRUE(model.refit(VectorXd::LinSpaced(50, 0, 1)));
  EXPECT_TRUE(same_groups(model.partition(), first));
}

TEST(AdditiveModel, ClimbsAPlantedSum) {
  BoxOptimiserOptions options = two_groups();
  options.initial_points = 15;
  BoxOptimiser optimiser(VectorXd::Zero(6), VectorXd::Ones(6), options, 3);
  for (int i = 0; i < 60; ++i) {
    const auto trial = optimiser.ask().front();
    optimiser.tell(trial.number, planted(trial.point));
  }
  EXPECT_GT(optimiser.incumbent_value(), 1.9) << "the maximum is 2";
}

TEST(AdditiveModel, ExactFitsEachPartitionToItsOwnMaximum) {
  Rng rng(5);
  const MatrixXd X = uniform_points(60, 6, rng).transpose();
  VectorXd y(60);
  for (int i = 0; i < 60; ++i) y[i] = planted(X.col(i));
  const VectorXd standardised = Standardisation::of(y).apply(y);
  const auto slope = [&](CandidateScoring scoring) {
    BoxOptimiserOptions options = two_groups();
    options.scoring = scoring;
    options.additive.learnt_from = 0;
    AdditiveModel model(options, 6, 1);
    model.append(X);
    EXPECT_TRUE(model.refit(y));
    const GroupedPoints points = group_points(model.partition(), X, VectorXd::Ones(2));
    const auto evidence =
        additive_evidence(RadialFamily::matern52, GroupDistances(points, GroupDistances::Keep::yes),
                          standardised, model.hyperparameters(), true);
    return std::pair(evidence->log_evidence, evidence->gradient.head(4).cwiseAbs().maxCoeff());
  };
  const auto [exact, exact_slope] = slope(CandidateScoring::exact);
  const double screened = slope(CandidateScoring::screened).first;
  EXPECT_LT(exact_slope, 0.05) << "nats, of the logarithms of variances and lengthscales";
  EXPECT_GE(exact, screened - 1e-3);
}

TEST(AdditiveModel, ExactProposesTheBestPartOfEveryGroup) {
  BoxOptimiserOptions options = two_groups();
  options.scoring = CandidateScoring::exact;
  options.candidates = 2000;
  AdditiveModel model(options, 6, 1);
  Rng rng(6);
  const MatrixXd X = uniform_points(40, 6, rng).transpose();
  VectorXd y(40);
  for (int i = 0; i < 40; ++i) y[i] = planted(X.col(i));
  model.append(X);
  ASSERT_TRUE(model.refit(y));
  model.set_values(y);
  BoxOptimiserTimings timings;
  MatrixXd points(6, 5001);
  points << model.propose(y.maxCoeff(), rng, timings), uniform_points(5000, 6, rng).transpose();
  AdditivePosterior posterior(RadialFamily::matern52, 6);
  posterior.append(X);
  ASSERT_TRUE(posterior.factorise(model.partition(), model.hyperparameters()));
  posterior.set_targets(Standardisation::of(y).apply(y));
  const auto marginal = posterior.marginal(points);
  for (int j = 0; j < 2; ++j) {
    const VectorXd ucb =
        (marginal.mean.row(j).array() + options.ucb_beta * marginal.variance.row(j).array().sqrt())
            .transpose();
    EXPECT_GE(ucb[0], ucb.tail(5000).maxCoeff()) << "group " << j;
  }
}

}  // namespace
}  // namespace bora::surrogates
