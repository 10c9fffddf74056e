// Attack `bo` in L-infinity: proposals of Square Attack and textures, of which composite Bayesian
// optimisation chooses the next query. Gaussian processes over the perturbation model the victim's score of
// every class. The proposal with the highest upper confidence bound of the loss is queried.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "attacks/image/incumbent.h"
#include "attacks/image/methods/bayesian/composite_bound.h"
#include "attacks/image/proposals/changed_images.h"
#include "attacks/image/proposals/pixel_pooling.h"
#include "attacks/image/proposals/square_proposals.h"
#include "attacks/image/textures/texture_bank.h"
#include "attacks/image/textures/texture_features.h"
#include "attacks/image/textures/texture_opening.h"
#include "attacks/image/transfer/learnt_slopes.h"
#include "attacks/image/transfer/substitute_pgd.h"
#include "attacks/settings/attack_settings.h"
#include "attacks/settings/attack_summary.h"
#include "surrogates/search/candidate_ranker.h"

namespace bora::attacks {

struct BoOptions : CompositeOptions {
  double p = 0.3;                    ///< share of pixels that the first squares cover, in (0, 1]
  ShrinkSchedule schedule = {};      ///< schedule of p; with substitute models schedule.from_prior()
  bool model = true;                 ///< false: every query is a proposal of Square Attack
  double composite = 0.5;            ///< share of proposals that are two squares at once
  Window window = Window::evidence;  ///< weights of the pixels in the model
  bool textures = true;              ///< whether textures are queried first and proposed later
  bool uses_prior = true;            ///< whether available substitute models and warm starts are used
  /// With substitute models: number of further images that fool them, found once the first has failed.
  int transfers = 6;
  double crossover = 0.3;  ///< with substitute models: share of proposals with a window of such an image
  /// With substitute models: p of half of the squares, smaller because the start is closer to success.
  double prior_p = 0.05;
  double learnt_fill = 0.3;  ///< with warm starts: share of squares with the signs of the learnt slopes
  void read(AttackSettings& settings);  ///< throws InputError
  PriorUse prior() const { return uses_prior ? PriorUse::optional : PriorUse::none; }
};

/// Attack `bo`: Bayesian optimisation over textures and squares.
///
/// The first six queries are textures (TextureOpening): three of fixed families, then each time the one of 60
/// random textures that has the largest upper confidence bound. From the seventh query on, each query is the
/// best of a few rounds of proposals around the incumbent. Up to the 50th query these include new textures. A
/// kernel over pixels learns little from one texture about another, because textures cover the whole image.
/// Therefore the model also has texture features, whose weight the evidence chooses.
///
/// If the problem has a start image and no substitute models, the attack continues from this image, without
/// the first textures.
///
/// With substitute models, the first query is an image that fools all of them, the second fools another
/// weighted mixture of them, and the third is stripes. If stripes come about as close to success, substitute
/// models are dropped. Otherwise a share of the proposals copies windows of further such images, and other
/// proposals are smaller squares. The gradients that led to the images are features of the model. As soon as
/// the evidence gives them no weight, the attack continues without substitute models.
///
/// With warm starts, the first textures come from a TextureBank, which chooses them by their effect on
/// earlier instances of the run. A share of the squares is filled with the signs of the learnt slopes, and
/// the linear scores by these slopes are features of the model.
class BoAttack : public Attack<Pixels> {
 public:
  BoAttack(AttackProblem problem, const BoOptions& options);
  // Not copyable, because the proposals point to the problem.
  BoAttack(const BoAttack&) = delete;
  BoAttack& operator=(const BoAttack&) = delete;

  std::optional<Pixels> ask() override;
  void tell(const Pixels& queried, const Observation& seen) override;
  /// Returns the trials of textures, and the slopes of the victim's scores as estimated by the model.
  std::string warm_start() const override;
  std::map<std::string, double> seconds() const override;

 private:
  struct Bases;

  Eigen::RowVectorXf first_image();
  /// Returns a texture for one of the first queries: from the bank, else of a fixed family, else a random
  /// one, after options_.warm_up answers the one of many that has the highest upper confidence bound.
  Eigen::RowVectorXf opening_texture();
  void fit_model();
  /// Adds an answer to the model's observations. Returns the model's input for the image.
  ChangedImages::Seen learn(const Eigen::RowVectorXf& image, const Eigen::RowVectorXd& log_p);
  /// Returns the best image of options_.rounds rounds of proposals. The first round is made from the
  /// incumbent, each other one from the best images so far.
  Eigen::RowVectorXf best_proposal();
  /// Adds the bases, then a round of proposals made from them, then fresh textures if wanted.
  void add_proposals(ChangedImages& images, const Bases& bases, bool with_textures);
  /// Returns the bases of the next round: the best `wanted` of the bases and of the candidates in `images`,
  /// whose products and bounds are given.
  Bases best_of(const Bases& bases, const ChangedImages& images,
                const CandidateRanker::InnerProducts& products, const Eigen::VectorXd& bounds,
                int wanted) const;
  /// Replaces an image by one of the proposals made from it. Returns the region that it differs in.
  Region change(Eigen::Ref<Eigen::RowVectorXf> image);
  /// Draws a texture, one that was not queried if possible. The result refers to this.
  ImageRows fresh_texture();
  /// Returns the upper confidence bound of the loss of each candidate; -infinity for a copy of the incumbent.
  /// products: inner products of the bases with the observed points, or empty; replaced by those of the
  /// candidates.
  Eigen::VectorXd upper_bounds_of(const ChangedImages& images, CandidateRanker::InnerProducts& products);
  /// Returns an empty list of candidates. all: whether to compute texture features even if the model gives
  /// them no weight.
  ChangedImages candidates(bool all) const;
  /// Returns the features of candidates, size() x k: those of textures, the slopes learnt on earlier
  /// instances, and those of substitute models.
  Eigen::MatrixXd features(const ChangedImages& images) const;
  /// Returns the upper confidence bounds of ranked candidates, with the exploration of the options.
  Eigen::VectorXd confidence_bounds(const CandidateRanker::Ranking& ranking) const;
  bool has_substitutes() const { return problem_.substitutes != nullptr; }
  /// Returns whether proposals are made with substitute models: until they are rejected, or the evidence
  /// gives their slopes no weight.
  bool trusts_substitutes() const;
  bool uses_textures() const { return options_.textures && options_.model; }
  bool opens_with_textures() const {
    return uses_textures() && !has_substitutes() && problem_.start.size() == 0;
  }

  AttackProblem problem_;
  BoOptions options_;
  SquareProposals proposals_, small_proposals_;  // the second with options_.prior_p
  TransferImages transfers_;
  TextureOpening opening_;
  Rng rng_;
  PixelPooling pooling_;  // from perturbations to the model's inputs, and back from its slopes
  LearntSlopes learnt_;
  std::optional<TextureBank> bank_;
  std::optional<int> asked_of_bank_;   // index of the bank's texture that is queried, if it is one
  bool substitutes_rejected_ = false;  // whether stripes were about as good as the substitute models' image
  TextureFeatures texture_features_;
  CandidateRanker ranker_;
  int told_ = 0;  // number of answers
  // Values of the hashed pixels at the lower and the upper bound; filled at first use.
  std::vector<std::array<float, 2>> hashed_corners_;
  std::set<std::size_t> queried_hashes_;  // hashes of the first queries, to which the textures belong
  Incumbent best_;
  ChangedImages::Seen best_seen_;  // model input of the incumbent, if there is a model
  Eigen::RowVectorXf direction_;   // slope of the loss at the incumbent, by learnt_; empty: not computed
  double fit_seconds_ = 0, propose_seconds_ = 0, rank_seconds_ = 0, prior_seconds_ = 0;
};

}  // namespace bora::attacks
