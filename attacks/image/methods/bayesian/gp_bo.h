// The BayesOpt attack (Ru, Cobb, Blaas and Gal, ICLR 2020; Ru 2021, chapter 6): GP-BO and ADDGP-BO.
#pragma once

#include <memory>
#include <vector>

#include "attacks/image/image_attack.h"
#include "attacks/image/proposals/decoder.h"
#include "attacks/settings/attack_settings.h"
#include "surrogates/search/box_optimiser.h"

namespace bora::attacks {

/// Mapping that turns a perturbation v in [-1, 1] of a pixel into a change of the image.
enum class PixelRange {
  fit,   ///< -1 and 1 are the smallest and largest values in the ball and [0, 1]: nothing is clipped
  clip,  ///< v epsilon, clipped to [0, 1]; on a black pixel every v <= 0 is then the same
};

/// Reads the setting `range`. Throws InputError.
void read_range(AttackSettings& settings, PixelRange& range);

/// Settings of GP-BO, whose defaults are the paper's except as described for `as` at read().
struct GpBoOptions {
  int side = 14;                    ///< the search space is channels x side x side
  std::string decoder = "nearest";  ///< see decoder_names()
  int through = 0;                  ///< enlarge in two steps through this side; 0: in one
  PixelRange range = PixelRange::fit;
  /// The paper's values: 30 initial points, Matern-5/2, refit every 5 queries, GP-UCB with 2, 10,000
  /// candidates.
  BoxOptimiserOptions optimiser;
  bool as_paper = false;  ///< whether as=paper was read

  /// Reads the settings. as=paper takes the paper's: bilinear enlargement, clipped pixels, fresh candidates
  /// scored exactly for every query, a refit every 5 queries, maximum likelihood and, for an additive model,
  /// all queries as training data and each partition judged by its own maximum likelihood; for large images a
  /// search space of side 48, enlarged through 96 (Ru 2021, 6.5.2). Three values that the paper does not
  /// print come from the authors' code or were chosen here: 10,000 candidates (5,000 a group) of which 5 are
  /// polished, a noise variance of 1e-6, and lengthscales within [0.01, 10] sqrt(dimension).
  ///
  /// The default, as=tuned, attacks better: enlargement by repetition reaches the corners of the ball, which
  /// interpolation smooths away; pixels that fit avoid a flat half of the search space; the additive model
  /// uses a prior over its lengthscales and a subset of the queries. It takes a fraction of the time. Throws
  /// InputError.
  void read(AttackSettings& settings, const ImageShape& shape);
};

/// ADDGP-BO: the same with an additive Gaussian process, 12 groups of coordinates by default (27 for images
/// of 100 pixels or more a side).
struct AddGpBoOptions : GpBoOptions {
  void read(AttackSettings& settings, const ImageShape& shape);  ///< throws InputError
};

/// Map from a point of the search space to an image: enlarges it, then scales it into the bounds of a
/// problem.
class PerturbationDecoder {
 public:
  /// Throws InputError as make_decoder does.
  PerturbationDecoder(const AttackProblem& problem, const GpBoOptions& options, int side);

  int dimensions() const { return decoder_->dimensions(); }
  Eigen::RowVectorXf image(const Eigen::Ref<const Eigen::VectorXd>& z) const {
    return scale(decoder_->decode(z));
  }
  /// Returns the image that v, a perturbation of the whole image in [-1, 1], leads to.
  Eigen::RowVectorXf scale(const Eigen::RowVectorXf& v) const { return centre_ + v.cwiseProduct(reach_); }
  const Decoder& decoder() const { return *decoder_; }

 private:
  std::unique_ptr<Decoder> decoder_;
  Eigen::RowVectorXf centre_, reach_;
};

/// Attack that maximises the log-odds of the goal over perturbations in [-1, 1]^dr, enlarged to the image and
/// scaled.
class GpBoAttack : public Attack<Pixels> {
 public:
  GpBoAttack(AttackProblem problem, const GpBoOptions& options);
  std::optional<Pixels> ask() override;
  void tell(const Pixels& queried, const Observation& seen) override;
  std::map<std::string, double> seconds() const override;

 private:
  PerturbationDecoder decoder_;
  BoxOptimiser optimiser_;
  std::int64_t asked_ = 0;  // number of the last trial
};

}  // namespace bora::attacks
