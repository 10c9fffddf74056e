// The query-limited NES attack (Ilyas, Engstrom, Athalye and Lin, ICML 2018).
//
// As the paper: the gradient of a loss is estimated by natural evolution strategies with
// antithetic Gaussian samples, followed by projected steps along its sign. As the authors' public code:
// momentum 0.9, the step halved when the loss has not improved over 5 steps.
//
// Departs in: the step size is a share of epsilon (the authors' 0.01 at their epsilon of 0.05); samples are
// weighted by the noise that the victim saw, after projection; the image after each step is itself a counted
// query; and on the 8-bit grid, where the authors' deviation of 0.001 would vanish in rounding, the noise is
// wider. 20 samples and steps of half of epsilon, where the authors have 50 and a fifth, were chosen for
// 1,000 queries on the first images of MNIST and CIFAR-10 (tools/tune).
#pragma once

#include <optional>

#include "attacks/image/proposals/start_image.h"
#include "attacks/image/script.h"
#include "attacks/settings/attack_settings.h"

namespace bora::attacks {

struct NesOptions {
  int samples = 20;   ///< samples of a gradient estimate, rounded up to pairs
  double sigma = 0;   ///< standard deviation of the noise; 0 means 0.001, or kGridSigma on the 8-bit grid
  double step = 0.5;  ///< step size, expressed as a share of epsilon
  double momentum = 0.9;
  int plateau = 5;  ///< number of steps without improvement after which the step is halved; 0: never
  /// Empty: margin untargeted and cross-entropy targeted. The authors' code has cross-entropy for both. Where
  /// a model is sure of the true class, it changes by orders of magnitude between two steps, and old
  /// gradients drown new ones in the momentum.
  std::optional<Loss> loss = std::nullopt;

  static constexpr double kGridSigma = 2.0 / 255;
  StartOptions start = {};
  void read(AttackSettings& settings);  ///< throws InputError
  PriorUse prior() const { return start.prior(); }
  int probe_queries() const { return 10 * (samples + 1); }  ///< queries of ten steps
};

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
