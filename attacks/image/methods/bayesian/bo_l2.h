// Attack `bo` in L2: proposals of Square Attack and steps along the slope of a model, of which composite
// Bayesian optimisation chooses the next query. Gaussian processes over the perturbation model the victim's
// score of every class. The proposal with the highest upper confidence bound of the loss is queried.
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
  double p = 0.1;                       ///< share of pixels that the first windows cover, in (0, 1]
  ShrinkSchedule schedule = {};         ///< schedule of p
  double ascent = 0.5;                  ///< share of proposals that first step along the slope of the model
  double fresh = 0.3;                   ///< share of proposals that add a new perturbation of the whole image
  double textures = 0.5;                ///< share of these that are textures; the others are grids of bumps
  void read(AttackSettings& settings);  ///< throws InputError
};

/// Bayesian optimisation over perturbations of Euclidean length epsilon. A victim is nearly linear over an L2
/// ball of the usual radius, so the effects of perturbations on its scores add up: the slope of the model, a
/// weighted sum of all perturbations queried, is a better direction than each of them. A proposal changes a
/// base image, at first the incumbent, in two steps. A share `ascent` of the proposals first step along the
/// slope. Then a new perturbation of the whole image is added (share `fresh`), or the change of one window is
/// moved to another window, as Square Attack does.
class BoL2Attack : public Attack<Pixels> {
 public:
  BoL2Attack(AttackProblem problem, const BoL2Options& options);
  // Not copyable, because the proposals point to the problem.
  BoL2Attack(const BoL2Attack&) = delete;
  BoL2Attack& operator=(const BoL2Attack&) = delete;

  std::optional<Pixels> ask() override;
  void tell(const Pixels& queried, const Observation& seen) override;
  std::map<std::string, double> seconds() const override;

 private:
  /// Draws a perturbation of the whole image, of Euclidean length 1: a texture or a grid of bumps.
  Eigen::RowVectorXf draw_perturbation();
  /// Returns the best image of options_.rounds rounds of proposals. The first round is made from the
  /// incumbent, each other one from the best images so far.
  Eigen::RowVectorXf best_proposal();
  /// Replaces an image by one of the proposals made from it. slope: result of slope_of_model().
  void change(Eigen::Ref<Eigen::RowVectorXf> image, const Eigen::RowVectorXf& slope);
  /// Returns the direction in which the loss at the incumbent rises by the model: d values of Euclidean
  /// length 1, or all 0.
  Eigen::RowVectorXf slope_of_model() const;
  /// Returns the upper confidence bound of the loss of each image. images: m x d.
  Eigen::VectorXd upper_bounds_of(const PointRows& images);

  AttackProblem problem_;
  BoL2Options options_;
  BumpProposals proposals_;
  Rng rng_;
  PixelPooling pooling_;  // from perturbations to the model's inputs, and back from its slopes
  CandidateRanker ranker_;
  int told_ = 0;  // number of answers
  Incumbent best_;
  double fit_seconds_ = 0, propose_seconds_ = 0, rank_seconds_ = 0;
};

}  // namespace bora::attacks
