// HopSkipJumpAttack, L-infinity and L2 (Chen, Jordan and Wainwright, "HopSkipJumpAttack: a query-efficient
// decision-based attack", IEEE S&P 2020, algorithms 1 and 2).
#pragma once

#include "attacks/image/decision_attack.h"
#include "attacks/settings/attack_settings.h"

namespace bora::attacks {

struct HopSkipJumpOptions {
  /// B_0: number of samples of the first gradient estimate; the t-th takes B_0 sqrt(t). The authors' 100 suit
  /// tens of thousands of queries; 30 was chosen for 1,000 on the first images of MNIST and CIFAR-10
  /// (tools/tune).
  int samples = 30;
  /// The boundary is searched to within gamma / d^2 of the distance, with d values per image; in L2 gamma /
  /// d^1.5.
  double gamma = 1;
  StartOptions start = {};
  void read(AttackSettings& settings);  ///< throws InputError
  PriorUse prior() const { return start.prior(); }
};

/// Estimate of a decision boundary's normal from decisions on random perturbations of an image on it,
/// with the paper's baseline.
class NormalEstimate {
 public:
  explicit NormalEstimate(int d);
  /// Adds a sample, which consists of the d values that were added to the image, and of the answer.
  void add(const Eigen::RowVectorXf& change, bool adversarial);
  /// Returns the direction in which the image becomes more adversarial: d values, of Euclidean length 1 (0 if
  /// no change was observed).
  Eigen::RowVectorXf direction() const;

 private:
  Eigen::RowVectorXf sum_, signed_sum_;  // sums of changes, unweighted and weighted by the decisions (+-1)
  double decisions_ = 0;                 // sum of the decisions
  int samples_ = 0;
};

/// Walk along the victim's decision boundary towards the original: estimates the boundary's normal from the
/// decisions on random perturbations of an image on it, steps along its signs, returns to the boundary by
/// bisection of the L-infinity distance, and so on. In L2 it steps along the normal itself, and returns along
/// the line to the original.
///
/// Adapted: neither the bisection nor the perturbations go below the resolution of an image (resolution();
/// their ratio stays the paper's), and an iteration that ends farther away is undone.
class HopSkipJumpAttack : public DecisionAttack {
 public:
  HopSkipJumpAttack(AttackProblem problem, HopSkipJumpOptions options);

 private:
  Script<> script() override;
  /// Estimates the boundary's normal at image_, from `samples` perturbations of Euclidean length `size`.
  Script<Eigen::RowVectorXf> estimate_normal(double size, int samples);
  /// Moves an adversarial image as near to the original as it stays adversarial.
  Script<Eigen::RowVectorXf> to_boundary(Eigen::RowVectorXf image);
  /// Returns the width of the boundary at this distance: theta in the paper, times the distance.
  double boundary_width(double distance) const;
  /// Returns the Euclidean length of the perturbations for a boundary of this width, delta in the paper.
  double perturbation_length(double width) const;

  HopSkipJumpOptions options_;
};

}  // namespace bora::attacks
