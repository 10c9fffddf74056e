// The Boundary Attack (Brendel, Rauber and Bethge, "Decision-based adversarial attacks: reliable attacks
// against black-box machine learning models", ICLR 2018, algorithm 1), as in its reference implementation in
// Foolbox.
#pragma once

#include <deque>

#include "attacks/image/decision_attack.h"
#include "attacks/settings/attack_settings.h"

namespace bora::attacks {

struct BoundaryOptions {
  double orthogonal_step = 0.01;  ///< initial length of the step on the sphere, divided by the distance
  double source_step = 0.01;      ///< initial length of the step towards the original, relative to the
                                  ///< distance
  double adaptation = 1.5;        ///< factor by which steps are adapted
  // Adaptation. The authors' code checks every 10th step and decides on 100 and 30, for tens of thousands of
  // queries; within 1,000 it would adapt once at most.
  int check_every = 1;  ///< every such step also queries the image on the sphere; 1: all steps do
  int checks = 10;      ///< number of images on the sphere on which a change of both steps is based
  int trials = 10;      ///< number of steps after these on which a change of the source step is based
  StartOptions start = {};
  void read(AttackSettings& settings);  ///< throws InputError
  PriorUse prior() const { return start.prior(); }
};

/// Random walk along the decision boundary that rejects steps which leave the adversarial side: a random step
/// on the sphere around the original, then one towards the original. Steps grow while more than half succeed
/// and shrink while less than a fifth do.
///
/// It minimises the Euclidean distance, as published. In L-infinity it succeeds once one of its images
/// happens to lie inside the ball.
class BoundaryAttack : public DecisionAttack {
 public:
  BoundaryAttack(AttackProblem problem, BoundaryOptions options);

 private:
  Script<> script() override;
  /// Returns a random image that is as far from the original as `image` is, one step away from `image`.
  Eigen::RowVectorXf on_sphere(const Eigen::RowVectorXf& image);
  /// Returns the image after a step from there towards the original, to less than the distance of `image`.
  Eigen::RowVectorXf towards_original(const Eigen::RowVectorXf& on_sphere,
                                      const Eigen::RowVectorXf& image) const;
  void adapt_steps();

  BoundaryOptions options_;
  double orthogonal_step_, source_step_;
  std::deque<bool> sphere_adversarial_, step_adversarial_;  // most recent decisions
};

}  // namespace bora::attacks
