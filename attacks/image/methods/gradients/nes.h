// The query-limited NES attack (Ilyas, Engstrom, Athalye and Lin, ICML 2018).
//
// As in the paper: the gradient of a loss is estimated by natural evolution strategies with antithetic
// Gaussian samples, and projected steps follow its sign. As in the authors' public code: momentum 0.9, and
// the step is halved if the loss has not improved over 5 steps.
//
// Differences from the paper:
// - The step size is a share of epsilon (the authors' is 0.01 at their epsilon of 0.05).
// - Samples are weighted by the noise that the victim saw, after projection.
// - The image after each step is a counted query.
// - On the 8-bit grid, where the authors' deviation of 0.001 would vanish in rounding, the noise is wider.
// - There are 20 samples and steps of half of epsilon, where the authors have 50 and a fifth. They were
//   chosen for 1,000 queries on the first images of MNIST and CIFAR-10 (tools/tune).
#pragma once

#include <optional>

#include "attacks/image/proposals/start_image.h"
#include "attacks/image/script.h"
#include "attacks/settings/attack_settings.h"

namespace bora::attacks {

struct NesOptions {
  int samples = 20;       ///< number of samples in a gradient estimate, rounded up to an even number
  double sigma = 0;       ///< standard deviation of the noise; 0 means 0.001, on the 8-bit grid kGridSigma
  double step = 0.5;      ///< step size, expressed as a share of epsilon
  double momentum = 0.9;  ///< weight of the previous gradient in the next one
  int plateau = 5;        ///< number of steps without improvement after which the step is halved; 0: never
  /// Loss that is maximised; none: loss_or_default(). The authors' code has cross-entropy for targeted and
  /// untargeted attacks. If a model gives the true class a probability near 1, the gradient of cross-entropy
  /// changes by orders of magnitude between two steps, so that in the momentum old gradients outweigh new
  /// ones.
  std::optional<Loss> loss = std::nullopt;

  static constexpr double kGridSigma = 2.0 / 255;
  StartOptions start = {};
  void read(AttackSettings& settings);  ///< throws InputError
  PriorUse prior() const { return start.prior(); }
  int probe_queries() const { return 10 * (samples + 1); }  ///< returns the number of queries of ten steps
  int opening_queries() const { return samples; }  ///< returns the number of queries of a gradient estimate
};

/// Attack `nes`, as described above.
class NesAttack : public ScriptedAttack {
 public:
  NesAttack(AttackProblem problem, NesOptions options);

 protected:
  struct Estimate {
    Eigen::RowVectorXf gradient;
    double mean_loss = 0;  ///< over the samples
  };
  /// Estimates the gradient of the loss at `image` from options.samples queries.
  Script<Estimate> estimate(Eigen::RowVectorXf image);

 private:
  Script<> script() override;
  double loss(const Reply& reply) const;

  NesOptions options_;
  Loss loss_;
  double sigma_;
};

}  // namespace bora::attacks
