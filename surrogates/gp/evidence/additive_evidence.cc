#include "surrogates/gp/evidence/additive_evidence.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "surrogates/gp/evidence/evidence.h"
#include "surrogates/linalg/cholesky.h"
#include "surrogates/optim/bounded_lbfgs.h"
#include "surrogates/optim/scalar_search.h"

namespace bora::surrogates {
namespace {

constexpr double kSmallestVariance = 1e-4;
constexpr double kLargestVariance = 1e2;

double prior_value(const LengthscalePrior& prior, const Partition& partition,
                   const Eigen::VectorXd& lengthscales) {
  double sum = 0;
  for (int j = 0; j < partition.groups(); ++j)
    sum += prior.value(std::log(lengthscales[j]), partition.size(j));
  return sum;
}

double geometric_mean_log(const Eigen::VectorXd& values) {
  return values.array().log().mean();
}

}  // namespace

std::optional<AdditiveEvidence> additive_evidence(RadialFamily family, const GroupDistances& distances,
                                                  const Eigen::VectorXd& y,
                                                  const AdditiveHyperparameters& hyperparameters,
                                                  bool with_gradient) {
  const Eigen::Index n = y.size();
  const Eigen::VectorXd factors = hyperparameters.lengthscales.array().square().inverse();
  CholeskyFactor factor{Eigen::MatrixXd(n, n), 0};
  const auto write = [&] {
    additive_gram(family, distances, factors, hyperparameters.signal_variances, factor.lower);
    factor.lower.diagonal().array() += hyperparameters.noise_variance;
  };
  write();
  const auto jitter = cholesky_in_place(factor.lower, JitterSchedule{}, write);
  if (!jitter) return std::nullopt;
  factor.jitter = *jitter;
  const auto lower = std::as_const(factor.lower).triangularView<Eigen::Lower>();
  Eigen::VectorXd alpha = lower.solve(y);
  AdditiveEvidence evidence;
  evidence.log_evidence = log_evidence(factor.lower, alpha);
  if (!with_gradient) return evidence;
  lower.transpose().solveInPlace(alpha);
  const Eigen::MatrixXd weights = evidence_gradient_weights(std::move(factor), alpha);
  evidence.gradient.resize(2 * distances.groups() + 1);
  evidence.gradient << additive_gram_gradient(family, distances, factors, hyperparameters.signal_variances,
                                              weights),
      hyperparameters.noise_variance * weights.trace();
  return evidence;
}

std::optional<AdditiveFit> fit_common_scale(RadialFamily family, const Partition& partition,
                                            const Eigen::Ref<const Eigen::MatrixXd>& points,
                                            const Eigen::VectorXd& y, const AdditiveHyperparameters& start,
                                            const CommonScaleSearch& search) {
  const Eigen::Index n = y.size();
  const double origin = geometric_mean_log(start.lengthscales);
  // Variances and noise relative to a total signal variance of 1, since their common factor is profiled out.
  const Eigen::VectorXd shares = start.signal_variances / start.signal_variances.sum();
  const double ratio = std::clamp(start.noise_variance / start.signal_variances.sum(), 1e-10, 1.0);
  // All scaled distances change by a common factor, so they are computed once, at the lengthscales of
  // `start`.
  const GroupedPoints grouped = group_points(partition, points, start.lengthscales);
  const GroupDistances distances(grouped, GroupDistances::Keep::yes);
  Eigen::MatrixXd A(n, n);
  AdditiveFit best;
  best.log_posterior = -std::numeric_limits<double>::infinity();
  const auto evaluate = [&](double log_mean) {
    ++best.evaluations;
    const double factor = std::exp(origin - log_mean);
    additive_gram(family, distances, Eigen::VectorXd::Constant(partition.groups(), factor * factor), shares,
                  A);
    A.diagonal().array() += ratio;
    if (!try_cholesky_in_place(A)) return -std::numeric_limits<double>::infinity();
    const Eigen::VectorXd whitened = A.triangularView<Eigen::Lower>().solve(y);
    const auto [value, signal] = profiled_evidence(A, whitened);
    const double posterior = value + prior_value(search.prior, partition, start.lengthscales / factor);
    if (posterior > best.log_posterior) {
      best.log_posterior = posterior;
      best.log_evidence = value;
      best.hyperparameters.lengthscales = start.lengthscales / factor;
      best.hyperparameters.signal_variances = shares * signal[0];
      best.hyperparameters.noise_variance = ratio * signal[0];
    }
    return posterior;
  };
  double from = origin;
  double step = search.step;
  if (search.starts > 0) {
    const double spacing = (search.upper - search.lower) / search.starts;
    for (int i = 0; i < search.starts; ++i) {
      const double before = best.log_posterior;
      const double at = search.lower + (i + 0.5) * spacing;
      if (evaluate(at) > before) from = at;
    }
    if (!std::isfinite(best.log_posterior)) return std::nullopt;
    step = 0.5 * spacing;
  }
  if (search.max_evaluations > 0)
    maximise_scalar(evaluate, {.start = from,
                               .step = step,
                               .lower = search.lower,
                               .upper = search.upper,
                               .tolerance = search.tolerance,
                               .max_evaluations = search.max_evaluations});
  if (!std::isfinite(best.log_posterior)) return std::nullopt;
  return best;
}

std::optional<AdditiveFit> fit_groups(RadialFamily family, const Partition& partition,
                                      const Eigen::Ref<const Eigen::MatrixXd>& points,
                                      const Eigen::VectorXd& y, const AdditiveHyperparameters& start,
                                      const GroupSearch& search) {
  const int groups = partition.groups();
  Eigen::VectorXd low(2 * groups + 1), high(2 * groups + 1), x(2 * groups + 1);
  low << Eigen::VectorXd::Constant(groups, std::log(kSmallestVariance)),
      Eigen::VectorXd::Constant(groups, search.lengthscale_lower), search.noise_lower;
  high << Eigen::VectorXd::Constant(groups, std::log(kLargestVariance)),
      Eigen::VectorXd::Constant(groups, search.lengthscale_upper), search.noise_upper;
  x << start.signal_variances.array().log().matrix(), start.lengthscales.array().log().matrix(),
      std::log(start.noise_variance);
  x = x.cwiseMax(low).cwiseMin(high);
  const auto unpack = [&](const Eigen::VectorXd& logs) {
    return AdditiveHyperparameters{logs.segment(groups, groups).array().exp(),
                                   logs.head(groups).array().exp(), std::exp(logs[2 * groups])};
  };
  const GroupedPoints grouped = group_points(partition, points, Eigen::VectorXd::Ones(groups));
  const GroupDistances distances(grouped, GroupDistances::Keep::yes);
  BoundedLbfgsOptions options;
  options.max_evaluations = search.max_evaluations;
  options.max_iterations = search.max_evaluations;
  options.value_tolerance = 1e-5;
  const auto summary = minimise_bounded(
      [&](const Eigen::VectorXd& logs, Eigen::VectorXd& gradient) {
        const auto evidence = additive_evidence(family, distances, y, unpack(logs), true);
        if (!evidence) {
          gradient.setZero(logs.size());
          return std::numeric_limits<double>::infinity();
        }
        gradient = -evidence->gradient;
        const auto hyperparameters = unpack(logs);
        for (int j = 0; j < groups; ++j)
          gradient[groups + j] -= search.prior.slope(logs[groups + j], partition.size(j));
        return -evidence->log_evidence - prior_value(search.prior, partition, hyperparameters.lengthscales);
      },
      x, low, high, options);
  if (!std::isfinite(summary.value)) return std::nullopt;
  const AdditiveHyperparameters fitted = unpack(summary.x);
  return AdditiveFit{fitted, -summary.value - prior_value(search.prior, partition, fitted.lengthscales),
                     -summary.value, summary.evaluations};
}

}  // namespace bora::surrogates
