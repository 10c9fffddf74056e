#include "surrogates/acquisition/fitbo.h"

#include <algorithm>

namespace bora::surrogates {

void FitboOptions::check() const {
  if (samples < 1) throw InputError("samples: {} is below 1", samples);
  if (!std::isfinite(gap_mean)) throw InputError("gap_mean: {} is not finite", gap_mean);
  if (!(gap_deviation > 0) || !std::isfinite(gap_deviation))
    throw InputError("gap_deviation: {} is not a number > 0", gap_deviation);
  sampling.check();
}

FitboValue fitbo_value(EntropyMethod method, const Eigen::VectorXd& eta, const Eigen::VectorXd& noise,
                       const Eigen::VectorXd& mean, const Eigen::VectorXd& variance, bool slopes) {
  // The variance underflows where the function is known.
  constexpr double kLeastVariance = 1e-18;
  const Eigen::ArrayXd square = mean.array().square();
  const NormalMixture mixture{eta.array() - 0.5 * square,
                              (square * variance.array() + noise.array()).max(kLeastVariance)};
  const MixtureEntropy entropy = mixture_entropy(method, mixture, slopes);
  // The entropy of a component is log(2 pi e v) / 2.
  const double components = 0.5 * (1 + std::log(2 * M_PI)) + 0.5 * mixture.variance.array().log().mean();
  // The error of the quadrature may make alpha slightly negative.
  constexpr double kLeast = 1e-12;
  const double alpha = entropy.value - components;
  FitboValue value;
  value.log_alpha = std::log(std::max(alpha, kLeast));
  if (!slopes) return value;
  if (!(alpha > kLeast)) {
    value.mean_slope = value.variance_slope = Eigen::VectorXd::Zero(mean.size());
    return value;
  }
  const double share = 0.5 / static_cast<double>(mean.size());
  const Eigen::ArrayXd by_variance = entropy.variance_slope.array() - share / mixture.variance.array();
  value.mean_slope =
      (mean.array() * (2 * variance.array() * by_variance - entropy.mean_slope.array()) / alpha).matrix();
  value.variance_slope = (square * by_variance / alpha).matrix();
  return value;
}

}  // namespace bora::surrogates
