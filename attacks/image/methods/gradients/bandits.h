// Bandits-TD, L-infinity (Ilyas, Engstrom and Madry, ICLR 2019, algorithms 2 and 3).
//
// As the paper: a prior on the gradient is learnt online from one antithetic finite difference an iteration
// (time prior), lives on tiles (data prior), is updated by exponentiated gradients, and the image follows its
// sign.
//
// Departs in: the step size is a share of epsilon (the authors' 0.01 at their epsilon of 0.05). The online
// learning rate and the tiles suit small images: with the authors' rate for ImageNet, 100, the prior flips
// from bound to bound and no attack succeeded; of rates 0.02 to 100, 0.1 was best or nearly so on a digits
// and a CIFAR-10 victim, and of tiles 7, 14 and 20 on digits 14. The two probes of an iteration are the only
// queries: they lie so near the image that they show a success themselves. Probes and steps are longer than
// the authors' (0.1, and a fifth of epsilon), as was chosen for 1,000 queries on the first images of MNIST
// and CIFAR-10 (tools/tune); on the 8-bit grid a probe moves pixels by at least one grey level on average.
#pragma once

#include <memory>
#include <optional>

#include "attacks/image/proposals/decoder.h"
#include "attacks/image/proposals/start_image.h"
#include "attacks/image/script.h"
#include "attacks/settings/attack_settings.h"

namespace bora::attacks {

struct BanditsOptions {
  /// The prior has tile x tile values per channel; 0: half the image's side, for large images the
  /// authors' 50.
  int tile = 0;
  double exploration = 1.0;  ///< distance explored around the prior (delta)
  double difference = 1;     ///< L2 length of the probes (eta)
  double online_rate = 0.1;  ///< learning rate of the prior
  double step = 1;           ///< step size on the image, as a share of epsilon; the authors' 0.2
  /// Empty: margin untargeted and cross-entropy targeted. The authors' code has cross-entropy for both; where
  /// a model is sure of the true class, it hardly changes, and the prior learns next to nothing.
  std::optional<Loss> loss = std::nullopt;
  StartOptions start = {};
  void read(AttackSettings& settings, const ImageShape& shape);  ///< throws InputError
  PriorUse prior() const { return start.prior(); }
  int tile_for(const ImageShape& shape) const;  ///< tile size for images of this shape
};

/// Returns v after one step of exponentiated gradient ascent in [-1, 1]: the odds of (v + 1) / 2 are
/// multiplied by exp(2 rate gradient).
double exponentiated_step(double v, double rate_times_gradient);

class BanditsAttack : public ScriptedAttack {
 public:
  BanditsAttack(AttackProblem problem, BanditsOptions options);

 protected:
  const Eigen::VectorXd& prior() const { return prior_; }

 private:
  Script<> script() override;

  BanditsOptions options_;
  Loss loss_;
  std::unique_ptr<Decoder> decoder_;
  double difference_;
  Eigen::VectorXd prior_;  // in [-1, 1]
};

}  // namespace bora::attacks
