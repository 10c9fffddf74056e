// qEI and qLogEI: the expected improvement of several points together, by Monte Carlo.
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

/// Expected improvement of a batch by joint draws of the values of the pending points and of the next point.
///
/// Points are chosen one after the other, each given those before it (Wilson, Hutter and Deisenroth 2018). If
/// the pending points have the values of draw s, a new point z adds (f_s(z) - b_s)+ to the expected
/// improvement. Here b_s is the larger of the incumbent and the draw's pending values, and f_s(z) = mean + l'
/// e_s + r e'_s with l = L^-1 cov(pending, z) and r^2 = variance - l'l. The value is the logarithm of the
/// mean over the draws. qLogEI (Ament et al. 2023, section 4 and appendix A) replaces (x)+ by t (log(1 +
/// exp(x / t)) + 0.1 / (1 + (x / t)^2)), t = 1e-6 standard deviations of the targets. It is positive
/// everywhere, so that the gradient leads to an improvement from far away.
class ImprovementDraws {
 public:
  /// pending: posterior of k >= 0 pending points. scale: standard deviation of the posterior means at
  /// observed points, > 0, the unit of the smoothing.
  ImprovementDraws(const JointPosterior& pending, double incumbent, double scale,
                   BatchImprovementOptions options, Rng& rng);

  /// Returns the value of point i of `at`, and its slopes unless `slopes` is null.
  double value(const JointMoments& at, Eigen::Index i, JointMomentSlopes* slopes) const;

 private:
  bool smoothed_;
  double temperature_;
  Eigen::MatrixXd lower_;       // L of the pending points' covariance, k x k
  Eigen::MatrixXd of_pending_;  // e: draws x k
  Eigen::VectorXd own_;         // e': draws
  Eigen::VectorXd best_;        // b: draws
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
