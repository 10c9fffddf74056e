// Start images of attacks that move from image to image.
#pragma once

#include "attacks/image/image_attack.h"
#include "attacks/settings/attack_settings.h"
#include "attacks/settings/attack_summary.h"

namespace bora::attacks {

/// Setting `start` of attacks: start=prior begins at the image to which projected gradient descent on
/// substitute models leads, in place of the attack's usual first image. This image is the same for all
/// attacks on an instance, so that comparisons show what they do next.
struct StartOptions {
  bool from_prior = false;
  void read(AttackSettings& settings);  ///< throws InputError
  PriorUse prior() const { return from_prior ? PriorUse::required : PriorUse::none; }
  /// Returns transfer_start() if set so, else the original.
  Eigen::RowVectorXf image(const AttackProblem& problem) const;
};

/// Returns the image to which projected gradient descent on the problem's substitute models leads
/// (substitute_pgd.h, with the problem's start seed): a corner of the ball as far as [0, 1] allows, in L2 a
/// point of the ball. Costs no query. Throws InputError if the problem has no substitute models.
Eigen::RowVectorXf transfer_start(const AttackProblem& problem);

/// Returns the signs of an image's perturbation, d values of +-1. For a pixel that has the original's value
/// because [0, 1] ends there, returns the sign that leads out of [0, 1].
Eigen::RowVectorXf signs_of(const AttackProblem& problem, const Eigen::RowVectorXf& image);

}  // namespace bora::attacks
