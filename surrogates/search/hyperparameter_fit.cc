#include "surrogates/search/hyperparameter_fit.h"

#include <cmath>
#include <limits>

#include "common/random.h"
#include "surrogates/gp/evidence/prior.h"
#include "surrogates/gp/gaussian_process.h"
#include "surrogates/kernels/continuous/factory.h"

namespace bora::surrogates {
namespace {

/// Every fit to at most kAlwaysGlobal observations searches the whole range of lengthscales, and so does
/// every kGlobalEvery-th fit to more.
constexpr int kAlwaysGlobal = 200;
constexpr int kGlobalEvery = 8;
/// Largest noise for which fit_lengthscale() is used. That fit fixes the ratio of the noise and the signal
/// variance, which matters little if the noise only serves to keep the matrix positive definite.
constexpr double kLargestProfiledNoise = 1e-3;
/// Number of starts of a global fit by L-BFGS-B, and maximum number of evaluations from each start.
constexpr int kLbfgsStarts = 5;
constexpr int kLbfgsEvaluations = 60;

/// LengthscalePrior as a Prior, for GaussianProcessOptions::priors.
class DimensionScaledPrior final : public Prior {
 public:
  explicit DimensionScaledPrior(int dimension) : dimension_(dimension) {}
  double log_density(double log_value) const override { return prior_.value(log_value, dimension_); }
  double slope(double log_value) const override { return prior_.slope(log_value, dimension_); }

 private:
  LengthscalePrior prior_;
  int dimension_;
};

ProfileSearch profile_search(const BoxOptimiserOptions& options, int dimension, bool global) {
  const double diameter = std::sqrt(dimension);
  ProfileSearch search;
  search.lower = std::log(kSmallestLengthscale * diameter);
  search.upper = std::log(kLargestLengthscale * diameter);
  search.noise = options.noise;
  search.dimension = dimension;
  if (options.lengthscale_prior) search.prior = LengthscalePrior{};
  const bool exact = options.scoring == CandidateScoring::exact;
  search.starts = global || exact ? kGlobalStarts : 0;
  if (exact) {
    search.tolerance = 1e-3;
    search.max_evaluations = kLbfgsEvaluations;
  }
  return search;
}

}  // namespace

HyperparameterFit::HyperparameterFit(const BoxOptimiserOptions& options, int dimension, std::uint64_t seed)
    : options_(options),
      dimension_(dimension),
      seed_(seed),
      kernel_(make_kernel(options.kernel, dimension, options.ard)),
      noise_(options.noise) {
  Bounds bounds = kernel_->bounds();
  const double diameter = std::sqrt(dimension_);
  const Eigen::Index lengthscales = bounds.lower.size() - 1;
  bounds.lower.tail(lengthscales).setConstant(std::log(kSmallestLengthscale * diameter));
  bounds.upper.tail(lengthscales).setConstant(std::log(kLargestLengthscale * diameter));
  kernel_->set_bounds(bounds);
  last_.log_lengthscale = std::log(0.5 * std::sqrt(dimension_));
}

bool HyperparameterFit::fit(StationaryPosterior& posterior, const Eigen::VectorXd& y) {
  standardisation_ = Standardisation::of(y);
  const Eigen::VectorXd standardised = standardisation_.apply(y);
  const bool fast = options_.scoring == CandidateScoring::screened && !options_.ard &&
                    !options_.learn_noise && options_.noise <= kLargestProfiledNoise;
  const bool success = fast ? fit_lengthscale(posterior, standardised) : fit_all(posterior, standardised);
  ++fits_;
  return success;
}

bool HyperparameterFit::fit_lengthscale(StationaryPosterior& posterior, const Eigen::VectorXd& y) {
  const bool global = y.size() <= kAlwaysGlobal || fits_ % kGlobalEvery == 0;
  const ProfileSearch search = profile_search(options_, dimension_, global);
  Eigen::MatrixXd workspace;
  const auto fitted = fit_profile(posterior.family(), posterior.distances(), y, last_, search, workspace);
  if (fitted) last_ = *fitted;
  return posterior.factorise({Eigen::VectorXd::Constant(1, std::exp(last_.log_lengthscale)),
                              last_.signal_variance,
                              fitted ? last_.noise_variance : options_.noise * last_.signal_variance});
}

bool HyperparameterFit::fit_all(StationaryPosterior& posterior, const Eigen::VectorXd& y) {
  GaussianProcessOptions options;
  options.noise = noise_;
  options.learn_noise = options_.learn_noise;
  options.standardise = false;
  if (options_.lengthscale_prior) {
    // Order of the hyper-parameters: signal variance, lengthscales, and the noise if it is fitted.
    options.priors.assign(kernel_->hyperparameter_count() + (options_.learn_noise ? 1 : 0), nullptr);
    const auto prior = std::make_shared<DimensionScaledPrior>(dimension_);
    for (Eigen::Index j = 1; j < kernel_->hyperparameter_count(); ++j) options.priors[j] = prior;
  }
  const bool global =
      options_.scoring == CandidateScoring::exact || y.size() <= kAlwaysGlobal || fits_ % kGlobalEvery == 0;
  options.starts = global ? kLbfgsStarts : 1;
  options.search.max_evaluations = kLbfgsEvaluations;
  options.search.value_tolerance = 1e-6;
  Rng rng(mix_seed(mix_seed(seed_, "hyper-parameters"), fits_));
  const GaussianProcess<Eigen::VectorXd> process(*kernel_, options);
  const auto fitted = process.fit(posterior.points().transpose(), y, rng);
  if (fitted.model) {
    kernel_->set_hyperparameters(fitted.summary.hyperparameters.head(kernel_->hyperparameter_count()));
    noise_ = fitted.model->noise();
  }
  const Eigen::VectorXd values = kernel_->hyperparameters().array().exp();
  return posterior.factorise({values.tail(values.size() - 1), values[0], noise_});
}

double largest_evidence(const BoxOptimiserOptions& options, const Eigen::Ref<const Eigen::MatrixXd>& points,
                        const Eigen::VectorXd& y, bool global, ProfileFit& fit) {
  const auto dimension = static_cast<int>(points.rows());
  if (fit.evaluations == 0) fit.log_lengthscale = std::log(0.5 * std::sqrt(dimension));
  Eigen::MatrixXd distances(points.cols(), points.cols());
  distances.setZero();
  distances.selfadjointView<Eigen::Lower>().rankUpdate(points.transpose(), -2);
  const Eigen::VectorXd norms = points.colwise().squaredNorm();
  for (Eigen::Index j = 0; j < distances.cols(); ++j) {
    auto column = distances.col(j).tail(distances.rows() - j);
    column = (column.array() + norms.tail(column.size()).array() + norms[j]).max(0.0);
    column[0] = 0;
  }
  Eigen::MatrixXd workspace;
  const auto fitted = fit_profile(parse_radial_family(options.kernel), distances, y, fit,
                                  profile_search(options, dimension, global), workspace);
  if (!fitted) return -std::numeric_limits<double>::infinity();
  fit = *fitted;
  return fitted->log_evidence;
}

}  // namespace bora::surrogates
