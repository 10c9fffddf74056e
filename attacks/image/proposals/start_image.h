// Start images of attacks.
#pragma once

#include "attacks/image/image_attack.h"
#include "attacks/settings/attack_settings.h"
#include "attacks/settings/attack_summary.h"

namespace bora::attacks {

/// Setting `start` of attacks. start=prior: the attack starts from the result of projected gradient descent
/// on substitute models instead of its usual first image. This image is the same for all attacks on an
/// instance, so that a comparison shows the effect of what the attacks do afterwards.
struct StartOptions {
  bool from_prior = false;
  void read(AttackSettings& settings);  ///< throws InputError
  PriorUse prior() const { return from_prior ? PriorUse::required : PriorUse::none; }
  /// Returns transfer_start() if from_prior is set, else the original.
  Eigen::RowVectorXf image(const AttackProblem& problem) const;
};

/// Returns the result of projected gradient descent on the problem's substitute models (substitute_pgd.h,
/// with the problem's start seed). In L-infinity every value is as far from the original as the ball and [0,
/// 1] allow. Costs no query. Throws InputError if the problem has no substitute models.
Eigen::RowVectorXf transfer_start(const AttackProblem& problem);

/// Returns the signs of an image's perturbation, d values of +-1. A value that equals the original's gets the
/// sign towards the nearer end of [0, 1], since a pixel at an end can only have been pushed beyond it.
Eigen::RowVectorXf signs_of(const AttackProblem& problem, const Eigen::RowVectorXf& image);

}  // namespace bora::attacks
