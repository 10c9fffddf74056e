// The statistics of a robustness report: proportions, queries to success with censoring, instances that share
// an image. paired.h compares two attacks on the same instances.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "common/layers.h"
#include "common/statistics.h"

namespace bora::report {

/// Interval [low, high]; a 95% confidence interval unless another meaning is stated.
struct Interval {
  double low = 0;
  double high = 0;
};

/// Returns the Wilson score interval for a proportion observed as `proportion` in `trials` independent trials
/// (Wilson, J. Am. Stat. Assoc. 22, 1927). `trials` > 0 may be an effective sample size, not a whole number.
Interval wilson_interval(double proportion, double trials);

/// Returns the interval of a proportion of instances, of which several may share a cluster (an image), by
/// SuccessCurve::interval_at. `clusters`: cluster of each instance, any numbers; `successes`: whether each
/// instance is a success. Throws std::invalid_argument unless both have the same size, at least 1.
Interval clustered_interval(std::span<const int> clusters, const std::vector<bool>& successes);

/// Returns the `points` that are below `last`, followed by `last`.
template <typename Number>
std::vector<Number> points_up_to(Number last, std::vector<Number> points) {
  std::erase_if(points, [last](Number point) { return point >= last; });
  points.push_back(last);
  return points;
}

/// Observation of an instance: it succeeded at query number `queries`, or had no success after `queries` and
/// was not observed further.
struct WatchedInstance {
  int queries = 0;
  bool success = false;
  int cluster = 0;  ///< any number, the same for instances of one image, as they are not independent
};

/// Kaplan-Meier estimate of the share of instances that succeed within q queries (J. Am. Stat. Assoc. 53,
/// 1958). An observation that ends without success at query q counts as at risk at q and unknown afterwards.
class SuccessCurve {
 public:
  explicit SuccessCurve(std::vector<WatchedInstance> observations);

  /// Returns the share of instances with success within `queries`; none where no instance was observed that
  /// long (unless all had succeeded before).
  std::optional<double> at(int queries) const;

  /// Returns the pointwise 95% interval of at(queries), which treats clusters, not instances, as independent:
  /// the Wilson score interval at the effective sample size F (1-F) / Var(F), as proposed by Rothman (J.
  /// Chronic Dis. 31, 1978) for censored data and by Rao and Scott (Biometrics 48, 1992) for clustered data.
  /// Var(F) is the variance between clusters of the estimate's influence function (Ying and Wei, J.
  /// Multivariate Anal. 50, 1994), times (m / (m-1)) ((n-1) / n) for n instances in m clusters. If every
  /// instance is its own cluster, this is Greenwood's variance; without censoring, the interval is then the
  /// Wilson score interval. An instance never counts for more than one trial.
  ///
  /// Each cluster counts for one trial if none or all instances have succeeded, as no spread between clusters
  /// is observed then, and if there is a single cluster. If all but one or two have failed, or all but one or
  /// two have succeeded, the correlation within clusters cannot be estimated: the design effect is then
  /// (w d + n/m) / (w + 1), for its estimate d and the w clusters that contain these one or two instances
  /// (coverage: docs/background/statistics.md).
  std::optional<Interval> interval_at(int queries) const;

  /// Returns the same interval with all instances taken as independent.
  std::optional<Interval> independent_interval_at(int queries) const;

  /// Returns the fewest queries within which a share `p` in (0, 1) succeeds; none: not reached.
  std::optional<int> quantile(double p) const;

  /// 95% interval of quantile(p), by inverting interval_at(). `low` is the first query number at which the
  /// upper end reaches p; only query 1 and those from the first success on are considered. `high` is the
  /// first query number at which the lower end reaches p. None: not reached.
  struct QuantileInterval {
    std::optional<int> low;
    std::optional<int> high;
  };
  QuantileInterval quantile_interval(double p) const;

  /// Returns whether less than a share `p` of the instances and `unseen` further ones succeeds within
  /// `queries` for certain: even if all further ones, and all that were observed for fewer queries, succeed.
  /// False without any instance.
  bool stays_below(double p, int queries, int unseen = 0) const;

  /// Returns the steps of the curve: query numbers at which an instance succeeded, ascending.
  std::vector<int> event_queries() const;

  int size() const { return static_cast<int>(observations_.size()); }
  /// Returns the largest number of queries that any instance was observed for.
  int last_observed() const;

 private:
  struct Step {
    int queries;
    double success;           ///< share that has succeeded by this query
    bool all_succeeded;       ///< no instance remains that might still succeed
    double effective_trials;  ///< effective sample size, see interval_at; unset before the first success
    double instance_trials;   ///< the same, with instances taken as independent
  };
  const Step* step_at(int queries) const;

  std::vector<WatchedInstance> observations_;  // by queries
  int clusters_ = 0;
  std::vector<Step> steps_;  // one for each query number at which an observation ends
};

struct Mean {
  double value = 0;
  std::optional<double> error;  ///< standard error s / sqrt(n), with n - 1 in s; none if n < 2
};
/// Returns the mean of n values; 0 for none.
Mean mean_of(std::span<const double> values);

/// Statistics of the queries to success over successful instances only; failures are left out.
struct SuccessfulQueries {
  int successes = 0;
  double median = 0;  ///< for an even number of successes, the mean of the middle two
  double mean = 0;
  std::optional<double> mean_error;  ///< standard error
  int max = 0;
};
SuccessfulQueries successful_queries(std::span<const WatchedInstance> observations);

/// Settings of bootstrap intervals.
struct BootstrapOptions {
  int resamples = 2000;
  std::uint64_t seed = 0;
};

}  // namespace bora::report
