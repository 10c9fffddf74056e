// FITBO: fast information-theoretic Bayesian optimisation (Ru, McLeod, Granziol and Osborne 2018; Ru 2021,
// ch. 3).
#pragma once

#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "common/error.h"
#include "surrogates/acquisition/acquisition_function.h"
#include "surrogates/acquisition/mixture_entropy.h"
#include "surrogates/gp/fitted_gaussian_process.h"

namespace bora::surrogates {

/// Options of FITBO, which models f = eta - g^2 / 2, where eta is the maximum and g a Gaussian process. The
/// thesis minimises, with f = eta + g^2 / 2 and the minimum eta (eq. 3.4).
struct FitboOptions {
  /// Number of samples of hyper-parameters and maximum, 200 to 900 in the thesis. The time of ask() is
  /// proportional to it; docs/results/information.md shows what more samples gain.
  int samples = 24;
  EntropyMethod entropy = EntropyMethod::quadrature;
  /// Mean and standard deviation of the normal prior of log(eta - largest target), in standard deviations of
  /// the targets (eq. 3.9).
  double gap_mean = std::log(0.1);
  double gap_deviation = 1.5;
  HyperparameterSampling sampling{.burn_in = 100, .thinning = 3};
  void check() const;  ///< throws InputError naming the field
};

/// Value of log alpha, and its derivatives w.r.t. the posterior mean mu_j and variance k_j of g under each of
/// M samples j: alpha = H[mixture] - mean H[component] (eq. 3.10) of components N(eta_j - mu_j^2 / 2, mu_j^2
/// k_j + noise_j) (eqs. 3.7, 3.8; derivatives: C.6, C.7).
struct FitboValue {
  double log_alpha = 0;
  Eigen::VectorXd mean_slope, variance_slope;  ///< M each; empty unless `slopes`
};
/// Computes log alpha at a point from M draws. eta, noise, mean, variance: M each.
FitboValue fitbo_value(EntropyMethod method, const Eigen::VectorXd& eta, const Eigen::VectorXd& noise,
                       const Eigen::VectorXd& mean, const Eigen::VectorXd& variance, bool slopes);

/// Gaussian process of g = sqrt(2 (eta - f)) under one sample of hyper-parameters and of the maximum eta.
template <typename Point>
struct GapProcess {
  FittedGaussianProcess<Point> process;
  double eta;    ///< maximum on the scale of standardised targets
  double noise;  ///< noise variance of standardised targets
};

/// Acquisition function log alpha of FITBO, which FitboValue computes.
template <typename Point>
class FitboAcquisition final : public AcquisitionFunction<Point> {
 public:
  using Batch = typename BatchOf<Point>::type;
  FitboAcquisition(std::vector<GapProcess<Point>> samples, EntropyMethod entropy)
      : samples_(std::move(samples)), entropy_(entropy), eta_(count()), noise_(count()) {
    for (Eigen::Index j = 0; j < count(); ++j) {
      eta_[j] = samples_[static_cast<std::size_t>(j)].eta;
      noise_[j] = samples_[static_cast<std::size_t>(j)].noise;
    }
  }

  Eigen::VectorXd values(const Batch& Z) const override {
    Eigen::MatrixXd mean(count(), batch_size(Z)), variance(mean.rows(), mean.cols());
    for (Eigen::Index j = 0; j < count(); ++j) {
      const MarginalPosterior at = samples_[static_cast<std::size_t>(j)].process.marginal(Z);
      mean.row(j) = at.mean.transpose();
      variance.row(j) = at.variance.transpose();
    }
    Eigen::VectorXd values(mean.cols());
    for (Eigen::Index i = 0; i < values.size(); ++i)
      values[i] = fitbo_value(entropy_, eta_, noise_, mean.col(i), variance.col(i), false).log_alpha;
    return values;
  }
  bool logarithmic() const override { return true; }
  bool smooth() const override { return samples_.front().process.smooth(); }
  double value(const Point& z, Eigen::VectorXd& gradient) const override {
    // The point occurs twice, so that one pass gives the gradients of both mean and variance, as two rows.
    // The weights of a sample depend on the values of all samples, so they are not known before.
    const Batch twice = joined_batches(batch_of(z), batch_of(z));
    const auto each = [](const MarginalPosterior&) {
      return MarginalPosterior{Eigen::Vector2d(1, 0), Eigen::Vector2d(0, 1)};
    };
    Eigen::VectorXd mean(count()), variance(count());
    std::vector<Eigen::MatrixXd> rows(samples_.size());
    for (Eigen::Index j = 0; j < count(); ++j) {
      const auto at = static_cast<std::size_t>(j);
      const MarginalPosterior posterior = samples_[at].process.marginal_with_gradient(twice, each, rows[at]);
      mean[j] = posterior.mean[0];
      variance[j] = posterior.variance[0];
    }
    const FitboValue value = fitbo_value(entropy_, eta_, noise_, mean, variance, true);
    gradient = Eigen::VectorXd::Zero(rows.front().cols());
    for (Eigen::Index j = 0; j < count(); ++j)
      gradient += rows[static_cast<std::size_t>(j)].transpose() *
                  Eigen::Vector2d(value.mean_slope[j], value.variance_slope[j]);
    return value.log_alpha;
  }

 private:
  Eigen::Index count() const { return static_cast<Eigen::Index>(samples_.size()); }

  std::vector<GapProcess<Point>> samples_;
  EntropyMethod entropy_;
  Eigen::VectorXd eta_, noise_;
};

/// Draws kernel hyper-parameters theta, noise and eta by elliptical slice sampling, and returns the process
/// of g under each. The priors of theta and noise are those of FittedGaussianProcess::resampled(). The
/// likelihood is that of the targets, which is that of g times the Jacobian prod_i 1 / g_i of the change of
/// variable, so that different eta are comparable. The noise variance of g is taken to be that of the
/// targets.
template <typename Point>
std::vector<GapProcess<Point>> sample_gap_processes(const FittedGaussianProcess<Point>& process,
                                                    const FitboOptions& options, Rng& rng);

/// Returns the rule that makes FitboAcquisition. The rule throws InputError if the model is not a Gaussian
/// process.
template <typename Point>
AcquisitionRule<Point> fitbo_rule(FitboOptions options) {
  options.check();
  return [=](const AcquisitionContext<Point>& now) -> std::shared_ptr<const AcquisitionFunction<Point>> {
    const auto* process = dynamic_cast<const FittedGaussianProcess<Point>*>(now.posterior.get());
    if (process == nullptr) throw InputError("fitbo: the model is not a Gaussian process");
    auto samples = sample_gap_processes(*process, options, now.rng);
    if (samples.empty()) throw InputError("fitbo: no sample has a positive definite covariance");
    return std::make_shared<const FitboAcquisition<Point>>(std::move(samples), options.entropy);
  };
}

template <typename Point>
std::vector<GapProcess<Point>> sample_gap_processes(const FittedGaussianProcess<Point>& process,
                                                    const FitboOptions& options, Rng& rng) {
  const auto& kernel = process.kernel();
  const Eigen::Index p = kernel.hyperparameter_count();
  const SampledNoise noise(process.noise());
  HyperparameterPrior prior = HyperparameterPrior::of(kernel.bounds());
  noise.add_to(prior);
  const Eigen::Index place = prior.mean.size();  // index of log(eta - largest)
  constexpr double kWidest = 12;
  prior.add(options.gap_mean, options.gap_deviation, options.gap_mean - kWidest, options.gap_mean + kWidest);
  Eigen::VectorXd start = prior.mean;
  start.head(p) = kernel.hyperparameters();
  if (noise.sampled) start[p] = std::log(process.noise());

  const Eigen::VectorXd& targets = process.targets();
  const double largest = targets.maxCoeff();  // also of imputed values, which the maximum exceeds, too
  const std::vector<int> places = process.informative(options.sampling.most_fitted, rng);
  const auto X = picked(process.inputs(), places);
  const Eigen::VectorXd below = largest - Eigen::VectorXd(targets(places)).array();
  const auto root = [](const Eigen::VectorXd& gaps) { return Eigen::VectorXd((2 * gaps.array()).sqrt()); };
  const auto log_evidence_of = [&](const Eigen::VectorXd& theta) {
    const Eigen::VectorXd g = root(below.array() + std::exp(theta[place]));
    return evidence_at(kernel, X, g, theta, noise.of(theta, p)) - g.array().log().sum();
  };
  std::vector<GapProcess<Point>> samples;
  for (const Eigen::VectorXd& theta :
       sample_hyperparameters(prior, log_evidence_of, start, options.samples, options.sampling, rng)) {
    std::shared_ptr<Kernel<Point>> moved = kernel.clone();
    moved->set_hyperparameters(theta.head(p));
    const double eta = largest + std::exp(theta[place]), of_noise = noise.of(theta, p);
    using KernelType = typename FittedGaussianProcess<Point>::KernelType;
    auto fitted = process.with(std::static_pointer_cast<const KernelType>(moved), root(eta - targets.array()),
                               of_noise, Standardisation{});
    if (fitted) samples.push_back({std::move(*fitted), eta, of_noise});
  }
  return samples;
}

}  // namespace bora::surrogates
