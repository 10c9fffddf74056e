#include "surrogates/gp/evidence/profile_evidence.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "surrogates/linalg/cholesky.h"
#include "surrogates/optim/scalar_search.h"

namespace bora::surrogates {

bool factorise_radial(RadialFamily family, const Eigen::Ref<const Eigen::MatrixXd>& squared_distances,
                      Eigen::Index n, double log_lengthscale, double noise_ratio,
                      Eigen::MatrixXd& workspace) {
  if (workspace.rows() < n || workspace.cols() < n) workspace.resize(n, n);
  auto A = workspace.topLeftCorner(n, n);
  const double scale = std::exp(-2 * log_lengthscale);
  for (Eigen::Index j = 0; j < n; ++j) {
    auto column = A.col(j).tail(n - j);
    column = squared_distances.col(j).tail(n - j) * scale;
    radial_in_place(family, column);
  }
  A.diagonal().array() += noise_ratio;
  return try_cholesky_in_place(A);
}

std::optional<ProfiledEvidence> profile_evidence(RadialFamily family,
                                                 const Eigen::Ref<const Eigen::MatrixXd>& squared_distances,
                                                 const Eigen::VectorXd& y, double log_lengthscale,
                                                 double noise_ratio, Eigen::MatrixXd& workspace) {
  const Eigen::Index n = y.size();
  if (!factorise_radial(family, squared_distances, n, log_lengthscale, noise_ratio, workspace))
    return std::nullopt;
  const auto A = workspace.topLeftCorner(n, n);
  const Eigen::VectorXd whitened = A.triangularView<Eigen::Lower>().solve(y);
  return profiled_evidence(A, whitened);
}

namespace {

// Searches with a fixed ratio of noise to signal.
std::optional<ProfileFit> search_lengthscale(RadialFamily family,
                                             const Eigen::Ref<const Eigen::MatrixXd>& squared_distances,
                                             const Eigen::VectorXd& y, double start, double ratio,
                                             const ProfileSearch& search, Eigen::MatrixXd& workspace) {
  ProfileFit best;
  best.log_posterior = -std::numeric_limits<double>::infinity();
  const auto evidence = [&](double log_lengthscale) {
    ++best.evaluations;
    const auto profile = profile_evidence(family, squared_distances, y, log_lengthscale, ratio, workspace);
    if (!profile || !std::isfinite(profile->log_evidence)) return -std::numeric_limits<double>::infinity();
    const double posterior = profile->log_evidence + search.prior.value(log_lengthscale, search.dimension);
    if (posterior > best.log_posterior) {
      best.log_posterior = posterior;
      best.log_lengthscale = log_lengthscale;
      best.signal_variance = profile->signal_variances[0];
      best.noise_variance = ratio * profile->signal_variances[0];
      best.log_evidence = profile->log_evidence;
    }
    return posterior;
  };

  double origin = start;
  double step = 0.2;
  if (search.starts > 0) {
    evidence(std::clamp(origin, search.lower, search.upper));
    const double spacing = (search.upper - search.lower) / search.starts;
    for (int i = 0; i < search.starts; ++i) evidence(search.lower + (i + 0.5) * spacing);
    if (!std::isfinite(best.log_posterior)) return std::nullopt;
    origin = best.log_lengthscale;
    step = 0.5 * spacing;
  }
  maximise_scalar(evidence, {.start = origin,
                             .step = step,
                             .lower = search.lower,
                             .upper = search.upper,
                             .tolerance = search.tolerance,
                             .max_evaluations = search.max_evaluations});
  if (!std::isfinite(best.log_posterior)) return std::nullopt;
  return best;
}

}  // namespace

std::optional<ProfileFit> fit_profile(RadialFamily family,
                                      const Eigen::Ref<const Eigen::MatrixXd>& squared_distances,
                                      const Eigen::VectorXd& y, const ProfileFit& start,
                                      const ProfileSearch& search, Eigen::MatrixXd& workspace) {
  constexpr int kRepetitions = 4;
  constexpr double kNoiseWithin = 4;
  // Below 1e-10 the ratio would be lost in rounding; above 1 the process would be mostly noise.
  const auto ratio_for = [&](double signal) { return std::clamp(search.noise / signal, 1e-10, 1.0); };
  double ratio = ratio_for(start.signal_variance);
  auto best =
      search_lengthscale(family, squared_distances, y, start.log_lengthscale, ratio, search, workspace);
  ProfileSearch local = search;
  local.starts = 0;
  for (int i = 0; best && i < kRepetitions; ++i) {
    const double wanted = ratio_for(best->signal_variance);
    if (wanted < kNoiseWithin * ratio && ratio < kNoiseWithin * wanted) break;
    auto next =
        search_lengthscale(family, squared_distances, y, best->log_lengthscale, wanted, local, workspace);
    // With a smaller ratio every matrix may be indefinite. The noise then stays larger than search.noise.
    if (!next) break;
    next->evaluations += best->evaluations;
    ratio = wanted;
    best = next;
  }
  return best;
}

}  // namespace bora::surrogates
