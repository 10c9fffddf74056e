#include "surrogates/gp/evidence/trend_evidence.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "surrogates/gp/evidence/evidence.h"
#include "surrogates/gp/evidence/profile_evidence.h"
#include "surrogates/linalg/cholesky.h"
#include "surrogates/optim/scalar_search.h"

namespace bora::surrogates {

std::optional<TrendFit> trend_evidence(RadialFamily family,
                                       const Eigen::Ref<const Eigen::MatrixXd>& squared_distances,
                                       const Eigen::VectorXd& y, const Eigen::VectorXd& trend,
                                       std::optional<double> weight, double log_lengthscale,
                                       double noise_ratio, Eigen::MatrixXd& workspace) {
  const Eigen::Index n = y.size();
  if (!factorise_radial(family, squared_distances, n, log_lengthscale, noise_ratio, workspace))
    return std::nullopt;
  const auto A = workspace.topLeftCorner(n, n);

  // Multiplication by L^-1 gives an ordinary least squares problem. The part of the trend that the constant
  // explains is first subtracted, so that only the weight remains to be fitted.
  const auto whiten = [&](const Eigen::VectorXd& v) -> Eigen::VectorXd {
    return A.triangularView<Eigen::Lower>().solve(v);
  };
  const Eigen::VectorXd ones = whiten(Eigen::VectorXd::Ones(n));
  const Eigen::VectorXd whitened_y = whiten(y);
  const Eigen::VectorXd whitened_trend = whiten(trend);
  const auto share_of_ones = [&](const Eigen::VectorXd& v) { return ones.dot(v) / ones.squaredNorm(); };
  TrendFit fit;
  if (weight) {
    fit.weight = *weight;
  } else {
    const Eigen::VectorXd free_trend = whitened_trend - share_of_ones(whitened_trend) * ones;
    // If the trend is constant over the data, its weight is not determined and stays 0.
    if (free_trend.squaredNorm() > 1e-12 * whitened_trend.squaredNorm())
      fit.weight = std::max(0.0, free_trend.dot(whitened_y) / free_trend.squaredNorm());
  }
  const Eigen::VectorXd rest = whitened_y - fit.weight * whitened_trend;
  fit.constant = share_of_ones(rest);
  const ProfiledEvidence evidence = profiled_evidence(A, rest - fit.constant * ones);
  fit.signal_variance = evidence.signal_variances[0];
  fit.noise_variance = noise_ratio * fit.signal_variance;
  fit.log_lengthscale = log_lengthscale;
  fit.log_evidence = evidence.log_evidence;
  return fit;
}

std::optional<TrendFit> fit_trend(RadialFamily family,
                                  const Eigen::Ref<const Eigen::MatrixXd>& squared_distances,
                                  const Eigen::VectorXd& y, const Eigen::VectorXd& trend,
                                  std::optional<double> weight, double start, double lower, double upper,
                                  double noise_ratio, Eigen::MatrixXd& workspace) {
  std::optional<TrendFit> best;
  maximise_scalar(
      [&](double log_lengthscale) {
        const auto fit = trend_evidence(family, squared_distances, y, trend, weight, log_lengthscale,
                                        noise_ratio, workspace);
        if (!fit || !std::isfinite(fit->log_evidence)) return -std::numeric_limits<double>::infinity();
        if (!best || fit->log_evidence > best->log_evidence) best = fit;
        return fit->log_evidence;
      },
      {.start = start,
       .step = 0.05,
       .lower = lower,
       .upper = upper,
       .tolerance = 0.005,
       .max_evaluations = 12});
  return best;
}

}  // namespace bora::surrogates
