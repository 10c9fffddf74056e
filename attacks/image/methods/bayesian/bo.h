// Square Attack whose next query is chosen by composite Bayesian optimisation: Gaussian processes over the
// perturbation that the victim sees model its score of every class, and the one of Square's own proposals
// with the highest upper confidence bound of the loss is queried.
#pragma once

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
  ShrinkSchedule schedule = {};      ///< with substitute models from_prior()
  bool model = true;                 ///< false: every query is Square's
  double composite = 0.5;            ///< share of proposals that are two squares at once
  Window window = Window::evidence;  ///< weighting of the pixels in the model
  bool textures = true;              ///< whether textures are asked first and proposed later
  bool uses_prior = true;            ///< whether available substitute models and warm starts are used
  /// With substitute models: number of further images that fool them, found once the first has failed.
  int transfers = 6;
  double crossover = 0.3;    ///< with substitute models: share of proposals with a window of such an image
  double prior_p = 0.05;     ///< with substitute models: p of half of the squares; they start closer
  double learnt_fill = 0.3;  ///< warm starts: share filled with the signs of the slopes learnt
  void read(AttackSettings& settings);  ///< throws InputError
  PriorUse prior() const { return uses_prior ? PriorUse::optional : PriorUse::none; }
};

/// Attack `bo`: Bayesian optimisation over textures and squares.
///
/// The first queries are textures (TextureOpening): three of fixed families; after these, each query is the
/// one of 60 random textures that has the largest upper confidence bound. From the seventh query on, each
/// query is the best of a few rounds of proposals around the incumbent; the first proposals include new
/// textures. A kernel over pixels learns little from one texture about another, because textures cover the
/// whole image. Therefore the model also has texture features, whose weight the evidence chooses.
///
/// If the problem has a start image and no substitute models, the attack continues from this image, without
/// the first textures.
///
/// With substitute models, the first query is an image that fools all of them, the second fools another
/// weighted mixture of them, and the third is stripes. If stripes fool the victim about as well, substitute
/// models are dropped. Otherwise a share of the proposals are windows of further such images, and other
/// proposals are smaller squares. The gradients that led to the images are features of the model. As soon as
/// the evidence gives them no weight, the attack continues without substitute models.
///
/// With warm starts, the first textures come from a bank that is kept over the run, and are chosen by their
/// effect on earlier instances. A share of the squares is filled along the learnt slopes, which are also
/// features.
class BoAttack : public Attack<Pixels> {
 public:
  BoAttack(AttackProblem problem, const BoOptions& options);
  // Its proposals point to its problem.
  BoAttack(const BoAttack&) = delete;
  BoAttack& operator=(const BoAttack&) = delete;

  std::optional<Pixels> ask() override;
  void tell(const Pixels& queried, const Observation& seen) override;
  /// Returns the trials of textures, and the slopes of the victim's scores as estimated by the model.
  std::string warm_start() const override;
  std::map<std::string, double> seconds() const override;

 private:
  struct Bases;

  /// Returns the image of the first query.
  Eigen::RowVectorXf first_image();
  /// Returns a texture for one of the first queries: of the bank, of a fixed family, or once there are
  /// options_.warm_up answers the one of many drawn with the highest upper confidence bound.
  Eigen::RowVectorXf opening_texture();
  /// Fits the model to all answers.
  void fit_model();
  /// Adds an answer to the model's observations. Returns the model's input for the image.
  ChangedImages::Seen learn(const Eigen::RowVectorXf& image, const Eigen::RowVectorXd& log_p);
  /// Returns the best image of options_.rounds rounds of proposals, each made from the best images of the
  /// one before, the first from the incumbent.
  Eigen::RowVectorXf best_proposal();
  /// Adds the bases, then a round of proposals made from them, then fresh textures if wanted.
  void add_proposals(ChangedImages& images, const Bases& bases, bool with_textures);
  /// Returns the bases of the next round: the best `wanted` of the bases and of the candidates in `images`,
  /// of which products and bounds are given.
  Bases best_of(const Bases& bases, const ChangedImages& images,
                const CandidateRanker::InnerProducts& products, const Eigen::VectorXd& bounds,
                int wanted) const;
  /// Replaces an image by one of the proposals made from it. Returns the region that it differs in.
  Region change(Eigen::Ref<Eigen::RowVectorXf> image);
  /// Draws a texture, one that was not queried if possible.
  Eigen::RowVectorXf fresh_texture();
  /// Returns the upper confidence bound of the loss of each candidate, size() values. products: those of the
  /// bases with the observed points, or none; replaced by those of the candidates.
  Eigen::VectorXd upper_bounds_of(const ChangedImages& images, CandidateRanker::InnerProducts& products);
  /// Returns an empty list of candidates. all: whether to compute features of textures even if the model
  /// gives them no weight.
  ChangedImages candidates(bool all) const;
  /// Returns the features of candidates, size() x k: those of textures, the slopes learnt on earlier
  /// instances, and those of substitute models.
  Eigen::MatrixXd features(const ChangedImages& images) const;
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
  SquareProposals proposals_, small_proposals_;  // they differ in p alone
  TransferImages transfers_;
  TextureOpening opening_;
  Rng rng_;
  PixelPooling pooling_;  // pools perturbations to the model's inputs; also applies to its slopes
  LearntSlopes learnt_;
  std::optional<TextureBank> bank_;
  std::optional<int> asked_of_bank_;   // number of the texture that the last ask took from the bank
  bool substitutes_rejected_ = false;  // whether stripes were about as good as the substitute models' image
  TextureFeatures texture_features_;
  CandidateRanker ranker_;
  int told_ = 0;
  std::set<std::size_t> queried_hashes_;  // hashes of the first queries, to which the textures belong
  Incumbent best_;
  ChangedImages::Seen best_seen_;  // with the model: its input for the incumbent
  Eigen::RowVectorXf direction_;   // ascent direction at the incumbent, by warm starts; empty: not computed
  double fit_seconds_ = 0, propose_seconds_ = 0, rank_seconds_ = 0, prior_seconds_ = 0;
};

}  // namespace bora::attacks
