// The BayesOpt attack (Ru, Cobb, Blaas and Gal, ICLR 2020; Ru 2021, chapter 6): GP-BO and ADDGP-BO.
#pragma once

#include <memory>
#include <vector>

#include "attacks/image/image_attack.h"
#include "attacks/image/proposals/decoder.h"
#include "attacks/settings/attack_settings.h"
#include "surrogates/search/box_optimiser.h"

namespace bora {

/// How a perturbation v in [-1, 1] of a pixel becomes one of the image.
enum class PixelRange {
  fit,   ///< -1 and 1 are the least and the largest value that the ball and [0, 1] leave: nothing is clipped
  clip,  ///< v epsilon, clipped to [0, 1]; on a black pixel every v <= 0 is then the same
};

/// Defaults are the paper's but for what `as` says in read().
struct GpBoOptions {
  int side = 14;                    ///< the search space is channels x side x side
  std::string decoder = "nearest";  ///< see decoder_names()
  int through = 0;                  ///< enlarge in two steps through this side; 0: in one
  PixelRange range = PixelRange::fit;
  /// The paper's values: 30 initial points, Matern-5/2, refit every 5 queries, GP-UCB with 2, 10,000
  /// candidates.
  BoxOptimiserOptions optimiser;

  /// Setting as=paper takes what the paper prints: bilinear enlargement, clipped pixels, maximum likelihood
  /// and, of an additive model, all queries to learn from. The default, as=tuned, attacks better: enlargement
  /// by repetition reaches the corners of the ball, which interpolation smoothes away; pixels that fit leave
  /// no flat half of the search space; the additive model takes a prior over its lengthscales and learns from
  /// some of the queries, which saves most of the time that many take. Throws InputError.
  void read(AttackSettings& settings, const ImageShape& shape);
};

/// ADDGP-BO: the same with an additive Gaussian process, 12 groups of coordinates by default (27 for images
/// of 100 pixels or more a side).
struct AddGpBoOptions : GpBoOptions {
  void read(AttackSettings& settings, const ImageShape& shape);  ///< throws InputError
};

/// From a point of the search space to an image: enlarged, then scaled into what a problem allows.
class PerturbationDecoder {
 public:
  /// Throws InputError as make_decoder does.
  PerturbationDecoder(const AttackProblem& problem, const GpBoOptions& options, int side);

  int dimensions() const { return decoder_->dimensions(); }
  Eigen::RowVectorXf image(const Eigen::Ref<const Eigen::VectorXd>& z) const {
    return scale(decoder_->decode(z));
  }
  /// v: a perturbation of the whole image in [-1, 1].
  Eigen::RowVectorXf scale(const Eigen::RowVectorXf& v) const { return centre_ + v.cwiseProduct(reach_); }
  const Decoder& decoder() const { return *decoder_; }

 private:
  std::unique_ptr<Decoder> decoder_;
  Eigen::RowVectorXf centre_, reach_;
};

/// Maximises the log-odds of the goal over perturbations in [-1, 1]^dr, enlarged to the image and scaled.
class GpBoAttack : public ImageAttack {
 public:
  GpBoAttack(AttackProblem problem, const GpBoOptions& options);
  Batch ask(int q) override;
  void tell(const Batch& queried, const std::vector<Observation>& observations) override;
  std::map<std::string, double> seconds() const override;

 private:
  PerturbationDecoder decoder_;
  BoxOptimiser optimiser_;
  std::vector<Trial<Eigen::VectorXd>> asked_;  // by the last ask
};

}  // namespace bora
