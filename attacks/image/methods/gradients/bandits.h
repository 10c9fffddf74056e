// Bandits-TD, L-infinity (Ilyas, Engstrom and Madry, ICLR 2019, algorithms 2 and 3).
//
// As in the paper: a prior on the gradient, one value per tile and channel (data prior), is learnt from one
// antithetic finite difference per iteration (time prior) by exponentiated gradients. The image follows the
// sign of the prior.
//
// Differences from the paper:
// - The step size is a share of epsilon (the authors' is 0.01 at their epsilon of 0.05).
// - The online learning rate and the tiles suit small images. With the authors' rate for ImageNet, 100, the
//   prior flips from bound to bound and no attack succeeded. Of rates 0.02 to 100, 0.1 was best or nearly so
//   on a digits and a CIFAR-10 victim, and of 7, 14 and 20 tiles per side 14 was best on digits.
// - The two probes of an iteration are its only queries. They are so close to the image that they succeed
//   when it does.
// - Probes and steps are longer than the authors' (0.1, and a fifth of epsilon), as chosen for 1,000 queries
//   on the first images of MNIST and CIFAR-10 (tools/tune). On the 8-bit grid a probe moves values by at
//   least one grey level on average.
#pragma once

#include <memory>
#include <optional>

#include "attacks/image/proposals/decoder.h"
#include "attacks/image/proposals/start_image.h"
#include "attacks/image/script.h"
#include "attacks/settings/attack_settings.h"

namespace bora::attacks {

struct BanditsOptions {
  /// Number of tiles along each side, so that the prior has tile x tile values per channel; 0: half the
  /// image's side, for large images the authors' 50.
  int tile = 0;
  double exploration = 1.0;  ///< distance explored around the prior (delta)
  double difference = 1;     ///< L2 length of the probes (eta)
  double online_rate = 0.1;  ///< learning rate of the prior
  double step = 1;           ///< step size on the image, as a share of epsilon; the authors' 0.2
  /// Loss that is maximised; none: loss_or_default(). The authors' code has cross-entropy for targeted and
  /// untargeted attacks. If a model gives the true class a probability near 1, cross-entropy barely changes,
  /// so the prior learns almost nothing.
  std::optional<Loss> loss = std::nullopt;
  StartOptions start = {};
  void read(AttackSettings& settings, const ImageShape& shape);  ///< throws InputError
  PriorUse prior() const { return start.prior(); }
  int tile_for(const ImageShape& shape) const;  ///< returns `tile`, or its value for images of this shape
};

/// Returns v in [-1, 1] after one step of exponentiated gradient ascent: the odds of (v + 1) / 2 are
/// multiplied by exp(2 rate gradient).
double exponentiated_step(double v, double rate_times_gradient);

/// Attack `bandits`, as described above.
class BanditsAttack : public ScriptedAttack {
 public:
  BanditsAttack(AttackProblem problem, BanditsOptions options);

 protected:
  const Eigen::VectorXd& prior() const { return prior_; }

 private:
  Script<> script() override;

  BanditsOptions options_;
  Loss loss_;
  std::unique_ptr<Decoder> decoder_;  // from tiles to pixels
  double difference_;                 // L2 length of the probes
  Eigen::VectorXd prior_;             // one value in [-1, 1] per tile and channel
};

}  // namespace bora::attacks
