// qEI and qLogEI: the expected improvement of several points together, by Monte Carlo.
#pragma once

#include <memory>
#include <utility>

#include <Eigen/Core>

#include "surrogates/acquisition/joint_blocks.h"
#include "surrogates/acquisition/score.h"
#include "surrogates/gp/standardisation.h"

namespace bora::surrogates {

struct BatchImprovementOptions {
  bool smoothed = true;  ///< qLogEI; false: qEI
  int draws = 256;       ///< quasi-random, of the values at all points together
  void check() const;    ///< throws InputError naming the field
};

/// Joint draws of the values of the pending points and of the point that is chosen next.
///
/// Points are chosen one after the other, each with those before it (Wilson, Hutter and Deisenroth 2018):
/// given that pending points have the values of draw s, the point z adds (f_s(z) - b_s)+ to what is expected,
/// b_s being the larger of the incumbent and of the draw's pending values, and f_s(z) = mean + l' e_s + r
/// e'_s, l = L^-1 cov(pending, z), r^2 = variance - l'l. The score is the logarithm of its mean. For qLogEI
/// (Ament et al. 2023, section 4 and appendix A) (x)+ is t (log(1 + exp(x / t)) + 0.1 / (1 + (x / t)^2)), t =
/// 1e-6 deviations of the targets: above 0 everywhere, and with slopes that lead towards an improvement from
/// far away.
class ImprovementDraws {
 public:
  /// pending: posterior of k >= 0 points; scale: standard deviation of the posterior means at observed
  /// points, > 0, the unit of the smoothing.
  ImprovementDraws(const JointPosterior& pending, double incumbent, double scale,
                   BatchImprovementOptions options, Rng& rng);

  /// Returns the score of point i of `at`, and its slopes unless null.
  double value(const BesideOthers& at, Eigen::Index i, BesideSlopes* slopes) const;

 private:
  bool smoothed_;
  double temperature_;
  Eigen::MatrixXd lower_;       // L of the pending points' covariance, k x k
  Eigen::MatrixXd of_pending_;  // e: draws x k
  Eigen::VectorXd own_;         // e': draws
  Eigen::VectorXd best_;        // b: draws
};

/// Returns the rule. It accounts for pending points itself, so the optimiser should impute no values for them
/// (ModelOptimiserParts::rule_sees_pending).
template <typename Point>
AcquisitionRule<Point> batch_improvement_rule(BatchImprovementOptions options = {}) {
  options.check();
  return [=](const Situation<Point>& now) -> std::shared_ptr<const Score<Point>> {
    typename BatchOf<Point>::type pending = now.pending ? *now.pending : typename BatchOf<Point>::type{};
    JointPosterior joint;
    if (batch_size(pending) > 0) joint = now.belief->joint(pending);
    double scale = 1;
    if (now.observed) {
      const Eigen::VectorXd means = now.belief->mean(*now.observed);
      scale = Standardisation::of(means).deviation;
    }
    ImprovementDraws draws(joint, now.incumbent, scale, options, now.rng);
    return std::make_shared<const BesideScore<Point, ImprovementDraws>>(now.belief, std::move(pending),
                                                                        std::move(draws));
  };
}

}  // namespace bora::surrogates
