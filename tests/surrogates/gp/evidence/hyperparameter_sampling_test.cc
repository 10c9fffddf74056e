#include "surrogates/gp/evidence/hyperparameter_sampling.h"

#include <cmath>

#include <gtest/gtest.h>

#include "common/error.h"
#include "surrogates/gp/fitted_gaussian_process.h"
#include "surrogates/kernels/continuous/stationary.h"

namespace bora::surrogates {
namespace {

using Eigen::VectorXd;
using Process = FittedGaussianProcess<VectorXd>;

Process observed(double noise, int n = 12) {
  Rng rng(3);
  Eigen::MatrixXd X(n, 1);
  VectorXd y(n);
  for (int i = 0; i < n; ++i) {
    X(i, 0) = rng.uniform();
    y[i] = 5 + 2 * std::sin(7 * X(i, 0)) + 0.1 * rng.normal();
  }
  return *Process::condition(std::make_shared<StationaryKernel>(RadialFamily::matern52, 1, false), X, y,
                             noise, Standardisation::of(y));
}

// Compares the posterior of one length-scale with its values on a fine grid.
TEST(HyperparameterSampling, DrawsFromThePosterior) {
  const Process process = observed(1e-9);  // fixed
  const HyperparameterPrior prior = HyperparameterPrior::of(process.kernel().bounds());
  const double noise = 1e-2;
  const auto evidence = [&](const VectorXd& theta) {
    return evidence_at(process.kernel(), process.inputs(), process.targets(), theta, noise);
  };
  double mass = 0, first = 0, second = 0;
  constexpr int kGrid = 4000;
  for (int i = 0; i < kGrid; ++i) {
    const double t =
        prior.bounds.lower[0] + (prior.bounds.upper[0] - prior.bounds.lower[0]) * (i + 0.5) / kGrid;
    const double z = (t - prior.mean[0]) / prior.deviation[0];
    const double density = std::exp(evidence(VectorXd::Constant(1, t)) - 0.5 * z * z);
    mass += density;
    first += density * t;
    second += density * t * t;
  }
  const double mean = first / mass, deviation = std::sqrt(second / mass - mean * mean);
  Rng rng(1);
  HyperparameterSampling options;
  options.thinning = 2;
  const auto samples =
      sample_hyperparameters(prior, evidence, process.kernel().hyperparameters(), 6000, options, rng);
  ASSERT_EQ(samples.size(), 6000u);
  double sum = 0, squares = 0;
  for (const VectorXd& theta : samples) {
    sum += theta[0];
    squares += theta[0] * theta[0];
  }
  EXPECT_NEAR(sum / 6000, mean, 0.1 * deviation);
  EXPECT_NEAR(std::sqrt(squares / 6000 - std::pow(sum / 6000, 2)), deviation, 0.1 * deviation);
}

TEST(HyperparameterSampling, GivesPosteriorsOfTheSameObservations) {
  const Process process = observed(1e-2);
  Rng rng(1), same(1);
  const auto posteriors = process.resampled(8, rng);
  const auto again = process.resampled(8, same);
  ASSERT_EQ(posteriors.size(), 8u);
  const Bounds bounds = process.kernel().bounds();
  double least = 1e9, most = -1e9;
  for (std::size_t i = 0; i < posteriors.size(); ++i) {
    const auto& drawn = dynamic_cast<const Process&>(*posteriors[i]);
    EXPECT_EQ(drawn.inputs(), process.inputs());
    EXPECT_EQ(drawn.targets(), process.targets());
    EXPECT_EQ(drawn.kernel().hyperparameters(),
              dynamic_cast<const Process&>(*again[i]).kernel().hyperparameters());
    const double theta = drawn.kernel().hyperparameters()[0];
    EXPECT_GE(theta, bounds.lower[0]);
    EXPECT_LE(theta, bounds.upper[0]);
    EXPECT_GE(drawn.noise(), 1e-6);
    EXPECT_NE(drawn.noise(), process.noise());
    least = std::min(least, theta);
    most = std::max(most, theta);
    // Its posterior is on the scale of the observed values.
    EXPECT_NEAR(drawn.mean(process.inputs()).mean(), 5, 2);
    // Its factor is that of its own hyper-parameters.
    const auto anew =
        Process::condition(std::shared_ptr<const ContinuousKernel>(copy_of(drawn.kernel())), process.inputs(),
                           5 + 0 * process.targets().array(), drawn.noise(), {});
    EXPECT_LT((anew->factor().lower - drawn.factor().lower).cwiseAbs().maxCoeff(), 1e-9);
  }
  EXPECT_GT(most - least, 0.1);
}

TEST(HyperparameterSampling, LeavesAFixedNoiseAsItIs) {
  Rng rng(1);
  for (const auto& posterior : observed(1e-11).resampled(3, rng))
    EXPECT_EQ(dynamic_cast<const Process&>(*posterior).noise(), 1e-11);
}

// As small as bo-opt's optimiser learns it where a function has none.
TEST(HyperparameterSampling, SamplesALeastNoise) {
  Rng rng(1);
  for (const auto& posterior : observed(kLeastLearntNoise).resampled(3, rng))
    EXPECT_GT(dynamic_cast<const Process&>(*posterior).noise(), kLeastLearntNoise);
}

// Fantasies at pending points do not change the hyper-parameters, but each draw is conditioned on them.
TEST(HyperparameterSampling, GoesByWhatWasObservedAlone) {
  for (const int n : {12, 90}) {
    const Process process = observed(1e-2, n);
    HyperparameterSampling options;
    options.most_fitted = 60;
    const Eigen::MatrixXd Z = Eigen::MatrixXd::Constant(1, 1, 0.5);
    const VectorXd odd = VectorXd::Constant(1, 50);
    const auto imputing = process.given(Z, odd);
    const auto knowing = process.through(Z, odd);
    Rng rng(1), same(1), third(1), fourth(1);
    const auto plain = process.resampled(3, options, rng);
    const auto given = dynamic_cast<const Process&>(*imputing).resampled(3, options, same);
    const auto through = dynamic_cast<const Process&>(*knowing).resampled(3, options, third);
    const auto observed_too = process.append(Z, odd)->resampled(3, options, fourth);
    const auto theta = [](const auto& posterior) {
      return dynamic_cast<const Process&>(*posterior).kernel().hyperparameters()[0];
    };
    for (std::size_t i = 0; i < plain.size(); ++i) {
      EXPECT_EQ(theta(given[i]), theta(plain[i]));
      EXPECT_EQ(theta(through[i]), theta(plain[i]));
      EXPECT_NE(theta(observed_too[i]), theta(plain[i])) << "an observation does";
      EXPECT_GT(given[i]->mean(Z)[0], plain[i]->mean(Z)[0] + 1);
      const auto& of_given = dynamic_cast<const Process&>(*given[i]);
      EXPECT_EQ(of_given.noises(), VectorXd::Constant(n + 1, of_given.noise()));
      EXPECT_NEAR(through[i]->mean(Z)[0], odd[0], 1e-3) << "it passes through the value";
    }
  }
}

// The evidence uses some of the observations; the posterior uses all.
TEST(HyperparameterSampling, OfManyObservationsAnEvidenceTakesSome) {
  const Process process = observed(1e-2, 90);
  HyperparameterSampling options;
  options.most_fitted = 60;
  Rng rng(1);
  const auto posteriors = process.resampled(2, options, rng);
  ASSERT_EQ(posteriors.size(), 2u);
  EXPECT_EQ(dynamic_cast<const Process&>(*posteriors[0]).inputs().rows(), 90);
}

TEST(HyperparameterSampling, RefusesBadOptions) {
  Rng rng(1);
  HyperparameterSampling options;
  options.thinning = 0;
  EXPECT_THROW(observed(1e-2).resampled(1, options, rng), InputError);
  options = {};
  options.burn_in = -1;
  EXPECT_THROW(options.check(), InputError);
  options = {};
  options.most_fitted = 49;
  EXPECT_THROW(options.check(), InputError);
}

}  // namespace
}  // namespace bora::surrogates
