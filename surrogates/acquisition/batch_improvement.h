// qEI and qLogEI: expected improvement of several points together, by Monte Carlo.
#pragma once

#include <memory>
#include <utility>

#include <Eigen/Core>

#include "surrogates/acquisition/acquisition_function.h"
#include "surrogates/acquisition/joint_blocks.h"
#include "surrogates/gp/standardisation.h"

namespace bora::surrogates {

struct BatchImprovementOptions {
  bool smoothed = true;  ///< qLogEI; false: qEI
  int draws = 256;       ///< number of quasi-random draws of the values at all points jointly, >= 1
  void check() const;    ///< throws InputError naming the field
};

/// Logarithm of the expected improvement that a point adds to a batch, by joint draws of the values of the
/// pending points and of the point.
///
/// Points are chosen one after the other, each given those before it (Wilson, Hutter and Deisenroth 2018). In
/// draw s, with standard normal e_s (k) and e'_s, the pending points have values m + L e_s, and a new point z
/// has the value f_s(z) = mean + l' e_s + r e'_s with l = L^-1 cov(pending, z) and r^2 = variance - l'l. It
/// adds max(f_s(z) - b_s, 0) to the improvement, where b_s is the larger of the incumbent and the pending
/// values of the draw. The result is the logarithm of the mean over the draws.
///
/// qLogEI (Ament et al. 2023, section 4 and appendix A) replaces max(x, 0) by t (log(1 + exp(x / t)) + 0.1 /
/// (1 + (x / t)^2)), t = 1e-6 scale. It is positive everywhere, so that its gradient leads towards an
/// improvement from far away.
class ImprovementDraws {
 public:
  /// pending: joint posterior of the k >= 0 pending points; scale: unit of the smoothing, > 0, such as the
  /// standard deviation of the posterior means at observed points. Throws InputError.
  ImprovementDraws(const JointPosterior& pending, double incumbent, double scale,
                   BatchImprovementOptions options, Rng& rng);

  /// Returns the value at point i of `at`, and computes its slopes unless `slopes` is null.
  double value(const JointMoments& at, Eigen::Index i, JointMomentSlopes* slopes) const;

 private:
  bool smoothed_;
  double temperature_;
  Eigen::MatrixXd lower_;       // L of the pending points' covariance, k x k
  Eigen::MatrixXd of_pending_;  // e: draws x k
  Eigen::VectorXd own_;         // e', one for each draw
  Eigen::VectorXd best_;        // b, one for each draw
};

/// Returns the rule of batch expected improvement. The rule itself accounts for pending points, so the
/// optimiser should impute no values for them (ModelOptimiserParts::rule_sees_pending).
template <typename Point>
AcquisitionRule<Point> batch_improvement_rule(BatchImprovementOptions options = {}) {
  options.check();
  return [=](const AcquisitionContext<Point>& now) -> std::shared_ptr<const AcquisitionFunction<Point>> {
    typename BatchOf<Point>::type pending = now.pending ? *now.pending : typename BatchOf<Point>::type{};
    JointPosterior joint;
    if (batch_size(pending) > 0) joint = now.posterior->joint(pending);
    double scale = 1;
    if (now.observed) {
      const Eigen::VectorXd means = now.posterior->mean(*now.observed);
      scale = Standardisation::of(means).deviation;
    }
    ImprovementDraws draws(joint, now.incumbent, scale, options, now.rng);
    return std::make_shared<const JointAcquisition<Point, ImprovementDraws>>(
        now.posterior, std::move(pending), std::move(draws));
  };
}

}  // namespace bora::surrogates
