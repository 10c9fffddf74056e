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
  double source_step = 0.01;      ///< initial length of the step towards the original, likewise
  double adaptation = 1.5;        ///< factor by which the lengths of steps are adapted
  // The authors' code has 10, 100 and 30 for the next three, for tens of thousands of queries. Within 1,000
  // queries it would adapt at most once.
  int check_every = 1;  ///< every check_every-th step also queries the image on the sphere
  int checks = 10;      ///< number of images on the sphere that decide a change of both lengths
  int trials = 10;  ///< number of steps towards the original after these that decide a change of its length
  StartOptions start = {};
  void read(AttackSettings& settings);  ///< throws InputError
  PriorUse prior() const { return start.prior(); }
};

/// Random walk that follows the decision boundary. Each step moves randomly on the sphere around the
/// original, then towards the original, and is rejected if its image is not adversarial. Steps grow if more
/// than half succeed and shrink if less than a fifth do.
///
/// It minimises the Euclidean distance, as published. In L-infinity it succeeds once one of its images is
/// inside the ball.
class BoundaryAttack : public DecisionAttack {
 public:
  BoundaryAttack(AttackProblem problem, BoundaryOptions options);

 private:
  Script<> script() override;
  /// Returns a random image that is as far from the original as `image` and one step away from it, clipped to
  /// [0, 1].
  Eigen::RowVectorXf on_sphere(const Eigen::RowVectorXf& image);
  /// Returns the image after a step from `on_sphere` towards the original, so that it is nearer than `image`.
  Eigen::RowVectorXf towards_original(const Eigen::RowVectorXf& on_sphere,
                                      const Eigen::RowVectorXf& image) const;
  /// Adapts the lengths of steps to the latest decisions, once there are enough of them.
  void adapt_steps();

  BoundaryOptions options_;
  double orthogonal_step_, source_step_;
  std::deque<bool> sphere_adversarial_, step_adversarial_;  // latest decisions on both kinds of images
};

}  // namespace bora::attacks
