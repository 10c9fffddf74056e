// Composite Bayesian optimisation of an L2 perturbation: Gaussian processes over the perturbation model the
// victim's score of every class; the next query is the best by an upper confidence bound among Square
// Attack's proposals and steps along the slope of the model.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "attacks/image/incumbent.h"
#include "attacks/image/methods/bayesian/composite_bound.h"
#include "attacks/image/proposals/bump_proposals.h"
#include "attacks/image/proposals/pixel_pooling.h"
#include "attacks/settings/attack_settings.h"
#include "surrogates/search/candidate_ranker.h"

namespace bora::attacks {

struct BoL2Options : CompositeOptions {
  double p = 0.1;  ///< share of pixels that the first windows cover, in (0, 1]
  ShrinkSchedule schedule = {};
  double ascent = 0.5;    ///< share of proposals that first step along the slope of the model
  double fresh = 0.3;     ///< share of proposals that add a fresh perturbation all over the image
  double textures = 0.5;  ///< share of these that are waves; the others are grids of bumps
  void read(AttackSettings& settings);  ///< throws InputError
};

/// A victim is nearly linear over an L2 ball of the usual radius, so what perturbations did to its scores
/// adds up: the slope of the model, a weighted sum of all perturbations queried, is a direction that is
/// better than each of them. Proposals are made of a base, the incumbent at first, by a step along the slope,
/// by a fresh perturbation that is added, and by moving the change of one window to another as Square Attack
/// does; all have the length epsilon.
class BoL2Attack : public Attack<Pixels> {
 public:
  BoL2Attack(AttackProblem problem, const BoL2Options& options);
  // Its proposals point to its problem.
  BoL2Attack(const BoL2Attack&) = delete;
  BoL2Attack& operator=(const BoL2Attack&) = delete;

  std::optional<Pixels> ask() override;
  void tell(const Pixels& queried, const Observation& seen) override;
  std::map<std::string, double> seconds() const override;

 private:
  /// Returns a perturbation of length 1 that covers the whole image.
  Eigen::RowVectorXf fresh();
  Eigen::RowVectorXf choose();
  /// Replaces an image by one of the proposals made from it. slope: d values of length 1, or zero.
  void change(Eigen::Ref<Eigen::RowVectorXf> image, const Eigen::RowVectorXf& slope);
  /// Returns the direction in which the model's loss at the incumbent rises: d values of length 1, or zero.
  Eigen::RowVectorXf slope_of_model() const;
  /// Returns the upper confidence bound that the model gives for each image.
  Eigen::VectorXd promise(const PointRows& images);

  AttackProblem problem_;
  BoL2Options options_;
  BumpProposals proposals_;
  Rng rng_;
  PixelPooling pooling_;  // pools perturbations to the model's inputs
  CandidateRanker ranker_;
  int told_ = 0;
  Incumbent best_;
  double fit_seconds_ = 0, propose_seconds_ = 0, rank_seconds_ = 0;
};

}  // namespace bora::attacks
