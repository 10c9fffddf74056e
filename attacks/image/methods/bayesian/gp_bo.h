// The BayesOpt attack (Ru, Cobb, Blaas and Gal, ICLR 2020; Ru 2021, chapter 6): GP-BO and ADDGP-BO.
#pragma once

#include <memory>
#include <vector>

#include "attacks/image/image_attack.h"
#include "attacks/image/proposals/decoder.h"
#include "attacks/settings/attack_settings.h"
#include "surrogates/search/box_optimiser.h"

namespace bora::attacks {

/// Mapping that turns v in [-1, 1] into the change of a pixel.
enum class PixelRange {
  fit,   ///< -1 and 1 lead to the smallest and largest values in the ball and [0, 1]: nothing is clipped
  clip,  ///< v epsilon, clipped to [0, 1]; on a black pixel every v <= 0 is then the same
};

/// Reads the setting `range`. Throws InputError.
void read_range(AttackSettings& settings, PixelRange& range);

/// Settings of GP-BO, whose defaults are the paper's except for those listed at read().
struct GpBoOptions {
  int side = 14;                    ///< side of the search space, channels x side x side
  std::string decoder = "nearest";  ///< how it is enlarged to the image, see decoder_names()
  int through = 0;                  ///< side to which it is enlarged first; 0: it is enlarged in one step
  PixelRange range = PixelRange::fit;
  /// The paper's values: 30 initial points, Matern-5/2, refit every 5 queries, GP-UCB with 2, 10,000
  /// candidates.
  BoxOptimiserOptions optimiser;
  bool as_paper = false;  ///< whether as=paper was read

  /// Reads the settings. as=paper selects those of the paper:
  ///
  /// - bilinear enlargement, clipped pixels, new candidates scored exactly for every query, a refit every 5
  ///   queries, and maximum likelihood
  /// - additive model: all queries are training data, and each partition is judged at its own maximum of the
  ///   likelihood
  /// - large images: a search space of side 48, enlarged through 96 (Ru 2021, 6.5.2)
  ///
  /// Three values that the paper does not state come from the authors' code or were chosen here: 10,000
  /// candidates (5,000 per group) of which 5 are polished, a noise variance of 1e-6, and lengthscales within
  /// [0.01, 10] sqrt(dimension).
  ///
  /// The default, as=tuned, succeeds more often in a fraction of the time. Enlargement by repetition reaches
  /// the corners of the ball, which interpolation smooths away. PixelRange::fit avoids regions of the search
  /// space in which clipping makes the objective constant. The additive model has a prior over its
  /// lengthscales and is trained on a subset of the queries. Throws InputError.
  void read(AttackSettings& settings, const ImageShape& shape);
  int opening_queries() const { return optimiser.initial_points; }
};

/// Settings of ADDGP-BO: the same with an additive Gaussian process, by default of 12 groups of coordinates
/// (27 for images of 100 pixels or more per side).
struct AddGpBoOptions : GpBoOptions {
  void read(AttackSettings& settings, const ImageShape& shape);  ///< throws InputError
};

/// Mapping from a point of the search space to an image: enlarges it, then scales it as PixelRange describes.
class PerturbationDecoder {
 public:
  /// Throws InputError as make_decoder does.
  PerturbationDecoder(const AttackProblem& problem, const GpBoOptions& options, int side);

  int dimensions() const { return decoder_->dimensions(); }
  /// Returns the image of a point, dimensions() values in [-1, 1].
  Eigen::RowVectorXf image(const Eigen::Ref<const Eigen::VectorXd>& z) const {
    return scale(decoder_->decode(z));
  }
  /// Returns the image of an enlarged point, one value in [-1, 1] for each value of the image.
  Eigen::RowVectorXf scale(const Eigen::RowVectorXf& v) const { return centre_ + v.cwiseProduct(reach_); }
  const Decoder& decoder() const { return *decoder_; }

 private:
  std::unique_ptr<Decoder> decoder_;
  Eigen::RowVectorXf centre_, reach_;  // image for v = 0; change for v = 1
};

/// Attack that maximises the log-odds of the goal over the search space of a PerturbationDecoder.
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
