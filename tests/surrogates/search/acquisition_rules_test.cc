// Every acquisition by its name, used by BayesianOptimiser in a box and in a mixed space.
#include "surrogates/acquisition/rules.h"

#include <cmath>

#include <gtest/gtest.h>

#include "common/error.h"
#include "support/parameter_name.h"
#include "surrogates/forest/random_forest.h"
#include "surrogates/gp/fitted_gaussian_process.h"
#include "surrogates/kernels/continuous/factory.h"
#include "surrogates/sampling/space_filling.h"
#include "surrogates/search/bayesian_optimiser.h"

namespace bora::surrogates {
namespace {

using Eigen::VectorXd;

const MixedSpace& box() {
  static const MixedSpace space({}, VectorXd::Constant(2, -1), VectorXd::Constant(2, 3));
  return space;
}
const MixedSpace& mixed() {
  static const MixedSpace space({3, 2}, VectorXd::Zero(2), VectorXd::Constant(2, 8),
                                MixedSpaceRules{.whole = {false, true}, .settle = {}, .allows = {}});
  return space;
}

double value(const VectorXd& x) {
  return -(x.array() - 1.3).square().sum();
}

std::vector<VectorXd> asked(const MixedSpace& space, const BayesianOptions& options, int trials,
                            int batch = 1) {
  BayesianOptimiser optimiser(space, options, 7);
  std::vector<VectorXd> points;
  while (static_cast<int>(points.size()) < trials)
    for (const auto& trial : optimiser.ask(batch)) {
      points.push_back(trial.point);
      optimiser.tell(trial.number, value(trial.point));
    }
  return points;
}

BayesianOptions named(const std::string& name) {
  BayesianOptions options;
  options.acquisition = name;
  options.initial_points = 6;
  return options;
}

class EveryAcquisition : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Names, EveryAcquisition, ::testing::ValuesIn(acquisition_rule_names()),
                         testing::parameter_name);

TEST_P(EveryAcquisition, ComesNearTheMaximumOfABowl) {
  // One point of fitbo-meme takes as long as all points of most others.
  const auto points = asked(box(), named(GetParam()), GetParam() == "fitbo-meme" ? 9 : 12);
  double best = -1e9;
  for (const auto& point : points) best = std::max(best, value(point));
  EXPECT_GT(best, -0.2);
}

TEST_P(EveryAcquisition, SearchesMixedSpacesAndRepeats) {
  const auto first = asked(mixed(), named(GetParam()), 7);
  EXPECT_EQ(first, asked(mixed(), named(GetParam()), 7));
  for (const auto& point : first) EXPECT_NO_THROW(mixed().check(point));
}

TEST_P(EveryAcquisition, CanBeMarginalised) {
  BayesianOptions options = named(GetParam());
  options.marginalise = 3;
  const auto points = asked(box(), options, 7);
  EXPECT_EQ(points, asked(box(), options, 7));
  EXPECT_NE(points, asked(box(), named(GetParam()), 7));
}

// is_logarithm() of the name agrees with logarithmic() of the acquisition function.
TEST_P(EveryAcquisition, SaysWhetherItIsALogarithm) {
  Rng rng(1);
  const Eigen::MatrixXd X = uniform_points(6, 2, rng);
  const VectorXd y = X.rowwise().sum();
  const auto process =
      std::make_shared<const FittedGaussianProcess<VectorXd>>(*FittedGaussianProcess<VectorXd>::condition(
          std::shared_ptr<const ContinuousKernel>(make_kernel("matern52", 2, true)), X, y, 1e-2,
          Standardisation::of(y)));
  const SearchedSpace<VectorXd> space{[](int n, Rng& of) { return uniform_points(n, 2, of); },
                                      [](const PointAcquisition& score, Rng& of) {
                                        return score.values(uniform_points(50, 2, of)).maxCoeff();
                                      }};
  for (const int marginalise : {0, 2}) {
    const RuleOptions options{.acquisition = GetParam(), .marginalise = marginalise};
    const auto score = make_rule(options, 2, space)({process, 1, rng, &X, nullptr});
    EXPECT_EQ(score->logarithmic(), is_logarithm(GetParam())) << marginalise;
  }
}

// Evaluations fail in half of the space. The unit of the values does not change the number of points there.
TEST(AcquisitionRules, FailuresWeighAsMuchWhateverTheUnit) {
  const auto failures = [](const std::string& name, double unit) {
    BayesianOptions options = named(name);
    options.transform_outputs = false;
    BayesianOptimiser optimiser(box(), options, 3);
    int failed = 0;
    for (int i = 0; i < 30; ++i) {
      const auto trial = optimiser.ask().front();
      // The optimum of the bowl is where evaluations fail.
      if (trial.point[0] > 1)
        optimiser.fail(trial.number), ++failed;
      else
        optimiser.tell(trial.number, unit * value(trial.point));
    }
    return failed;
  };
  for (const char* name : {"ucb", "gp-ucb"}) {
    EXPECT_LE(failures(name, 1e6), 15) << name;
    EXPECT_LE(std::abs(failures(name, 1e6) - failures(name, 1e-3)), 5) << name;
  }
}

// A margin is added to the incumbent.
TEST(AcquisitionRules, AMarginRaisesTheIncumbent) {
  Rng rng(1);
  const Eigen::MatrixXd X = uniform_points(6, 2, rng), Z = uniform_points(9, 2, rng);
  const VectorXd y = X.rowwise().sum();
  const auto process =
      std::make_shared<const FittedGaussianProcess<VectorXd>>(*FittedGaussianProcess<VectorXd>::condition(
          std::shared_ptr<const ContinuousKernel>(make_kernel("matern52", 2, true)), X, y, 1e-2,
          Standardisation::of(y)));
  for (const char* name : {"ei", "log_ei", "pi"}) {
    const auto with = make_rule({.acquisition = name, .margin = 0.3}, 2, {})({process, 1, rng});
    const auto higher = make_rule({.acquisition = name}, 2, {})({process, 1.3, rng});
    EXPECT_EQ(with->values(Z), higher->values(Z)) << name;
  }
  EXPECT_THROW((RuleOptions{.margin = -1}.check()), InputError);
}

// As FITBO is published: one kernel of squared distances, and values that are only standardised.
TEST(AcquisitionRules, TheModelOfTheThesisIsPlain) {
  NamedSettings settings("bayes:as=paper:margin=0.1:points=500");
  BayesianOptions options;
  options.read(settings);
  settings.finish();
  options.acquisition = "thompson";
  options.initial_points = 4;
  BayesianOptimiser optimiser(box(), options, 2);
  double best = -1e9;
  for (int i = 0; i < 14; ++i) {
    const auto trial = optimiser.ask().front();
    best = std::max(best, value(trial.point));
    optimiser.tell(trial.number, value(trial.point));
  }
  optimiser.ask();
  EXPECT_GT(best, -0.5);
  const auto names = optimiser.process()->kernel().hyperparameter_names();
  EXPECT_EQ(names.size(), 1U + static_cast<std::size_t>(box().numbers())) << "a variance and lengthscales";
  EXPECT_EQ(options.margin, 0.1);
  EXPECT_EQ(options.drawn_points, 500);
  EXPECT_THROW(BayesianOptimiser(mixed(), options, 1), InputError) << "a kernel of numbers alone";
}

TEST(AcquisitionRules, NamesThatAreNone) {
  try {
    BayesianOptimiser(box(), named("fitbomm"), 1);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean fitbo-mm?"), std::string::npos) << error.what();
  }
  EXPECT_THROW(RuleOptions{.marginalise = -1}.check(), InputError);
  // Attacks and searches for networks know the first four.
  EXPECT_THROW(parse_acquisition("fitbo"), InputError);
}

// A forest has no hyper-parameters and is no Gaussian process; acquisitions that need neither work with it.
TEST(AcquisitionRules, WithAForest) {
  const auto trials = [](const BayesianOptions& options) {
    const auto optimiser = make_forest_optimiser(box(), options, 1);
    for (int i = 0; i < 12; ++i) {
      const auto trial = optimiser->ask().front();
      optimiser->tell(trial.number, value(trial.point));
    }
  };
  for (const char* name : {"mes", "kg", "thompson", "qlogei"}) EXPECT_NO_THROW(trials(named(name))) << name;
  EXPECT_THROW(trials(named("fitbo-mm")), InputError);
  BayesianOptions options = named("ei");
  options.marginalise = 2;
  EXPECT_THROW(trials(options), InputError);
  EXPECT_TRUE(needs_process({.acquisition = "fitbo"}));
  EXPECT_TRUE(needs_process({.marginalise = 2}));
  EXPECT_FALSE(needs_process({.acquisition = "kg"}));
}

TEST(AcquisitionRules, ScheduledBound) {
  // 2 log(10^3 pi^2 / 0.3) = 2 (6.907755 + 3.493411).
  EXPECT_NEAR(scheduled_ucb_beta(10, 2), std::sqrt(2 * (3 * std::log(10.0) + std::log(M_PI * M_PI / 0.3))),
              1e-12);
  EXPECT_NEAR(scheduled_ucb_beta(1, 6), std::sqrt(2 * 3.4934), 1e-3);
  EXPECT_GT(scheduled_ucb_beta(100, 2), scheduled_ucb_beta(10, 2));
}

}  // namespace
}  // namespace bora::surrogates
