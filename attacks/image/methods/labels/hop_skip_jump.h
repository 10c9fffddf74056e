// HopSkipJumpAttack, L-infinity and L2 (Chen, Jordan and Wainwright, "HopSkipJumpAttack: a query-efficient
// decision-based attack", IEEE S&P 2020, algorithms 1 and 2).
#pragma once

#include "attacks/image/decision_attack.h"
#include "attacks/settings/attack_settings.h"

namespace bora::attacks {

struct HopSkipJumpOptions {
  /// B_0: number of samples of the first gradient estimate; the t-th takes B_0 sqrt(t). The authors' 100
  /// suits tens of thousands of queries; 30 was chosen for 1,000 on the first images of MNIST and CIFAR-10
  /// (tools/tune).
  int samples = 30;
  /// Precision of the search for the boundary: gamma / d^2 of the distance, with d values per image; in L2
  /// gamma / d^1.5.
  double gamma = 1;
  StartOptions start = {};
  void read(AttackSettings& settings);  ///< throws InputError
  PriorUse prior() const { return start.prior(); }
};

/// Estimate of the normal of a decision boundary from decisions on random perturbations of an image on it.
/// The mean decision is subtracted as a baseline, as in the paper.
class NormalEstimate {
 public:
  /// d: number of values of an image.
  explicit NormalEstimate(int d);
  /// Adds a sample: the perturbation, d values, and the decision.
  void add(const Eigen::RowVectorXf& change, bool adversarial);
  /// Returns the direction towards the adversarial side: d values of Euclidean length 1, or all 0 if the
  /// weighted perturbations cancel. There must be a sample.
  Eigen::RowVectorXf direction() const;

 private:
  Eigen::RowVectorXf sum_, signed_sum_;  // sums of changes, unweighted and weighted by the decisions (+-1)
  double decisions_ = 0;                 // sum of the decisions
  int samples_ = 0;
};

/// Walk along the victim's decision boundary towards the original. Each iteration estimates the boundary's
/// normal from decisions on random perturbations of an image on it, steps along the signs of the normal, and
/// returns to the boundary by bisection of the L-infinity distance. In L2 it steps along the normal itself
/// and returns along the line to the original.
///
/// There are two differences from the paper. The precision of the bisection and the length of the
/// perturbations keep the paper's ratio, but neither goes below the resolution of an image (resolution()). An
/// iteration that ends farther from the original is undone.
class HopSkipJumpAttack : public DecisionAttack {
 public:
  HopSkipJumpAttack(AttackProblem problem, HopSkipJumpOptions options);

 private:
  Script<> script() override;
  /// Estimates the boundary's normal at image_, from `samples` perturbations of Euclidean length `size`.
  Script<Eigen::RowVectorXf> estimate_normal(double size, int samples);
  /// Moves an adversarial image towards the original up to the decision boundary, by bisection.
  Script<Eigen::RowVectorXf> to_boundary(Eigen::RowVectorXf image);
  /// Returns the precision of the bisection at this distance: theta of the paper times the distance.
  double boundary_width(double distance) const;
  /// Returns the Euclidean length of the perturbations for this precision, delta in the paper.
  double perturbation_length(double width) const;

  HopSkipJumpOptions options_;
};

}  // namespace bora::attacks
