#include "surrogates/search/hyperparameter_fit.h"

#include <cmath>

#include "common/error.h"

namespace bora {
namespace {

/// Lengthscales searched, in units of the unit cube's typical distance sqrt(d): from "no point tells about
/// another" to "a nearly quadratic function".
constexpr double kSmallestLengthscale = 0.01;
constexpr double kLargestLengthscale = 10;
constexpr int kGlobalStarts = 12;
/// Up to here every fit searches the whole range; beyond, one in kGlobalEvery.
constexpr int kAlwaysGlobal = 200;
constexpr int kGlobalEvery = 8;

}  // namespace

HyperparameterFit::HyperparameterFit(const BoxOptimiserOptions& options, int dimension, std::uint64_t seed)
    : options_(options), dimension_(dimension), seed_(seed) {
  last_.log_lengthscale = std::log(0.5 * std::sqrt(dimension_));
}

bool HyperparameterFit::fit(StationaryPosterior& posterior, const Eigen::VectorXd& y) {
  standardisation_ = Standardisation::of(y);
  const Eigen::VectorXd standardised = standardisation_.apply(y);
  return fit_lengthscale(posterior, standardised);
}

bool HyperparameterFit::fit_lengthscale(StationaryPosterior& posterior, const Eigen::VectorXd& y) {
  const double diameter = std::sqrt(dimension_);
  ProfileSearch search;
  search.lower = std::log(kSmallestLengthscale * diameter);
  search.upper = std::log(kLargestLengthscale * diameter);
  search.noise = options_.noise;
  const bool global = y.size() <= kAlwaysGlobal || fits_ % kGlobalEvery == 0;
  search.starts = global ? kGlobalStarts : 0;
  Eigen::MatrixXd workspace;
  auto fitted = fit_profile(posterior.family(), posterior.distances(), y, last_, search, workspace);
  // The first fit knew nothing of the signal variance that the noise is relative to.
  if (fitted && fits_ == 0)
    fitted = fit_profile(posterior.family(), posterior.distances(), y, *fitted, search, workspace);
  ++fits_;
  if (fitted) last_ = *fitted;
  return posterior.factorise({Eigen::VectorXd::Constant(1, std::exp(last_.log_lengthscale)),
                              last_.signal_variance,
                              fitted ? last_.noise_variance : options_.noise * last_.signal_variance});
}

}  // namespace bora
