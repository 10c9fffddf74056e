// P-RGF, prior-guided random gradient-free (Cheng, Dong, Pang, Su and Zhu, "Improving black-box adversarial
// attacks with a transfer-based prior", NeurIPS 2019: biased sampling with the optimal lambda, the transfer
// gradient alone as prior).
#pragma once

#include "attacks/image/proposals/start_image.h"
#include "attacks/image/script.h"
#include "attacks/settings/attack_settings.h"
#include "common/random.h"

namespace bora {

struct PRgfOptions {
  int samples = 10;  ///< queries of a gradient estimate; the authors' 50
  double sigma =
      0;  ///< of finite differences, root mean square a pixel; 0: 1e-4, on the 8-bit grid kGridSigma
  double step = 0.5;  ///< as a share of epsilon; the authors' 0.005 at their L-infinity bound of 0.05 is 0.1
  Loss loss = Loss::cross_entropy;
  /// Whether a difference is taken between two images on either side, at two queries, instead of from the
  /// image in hand, at one. The loss curves: on the grid, where probes are long, it outweighs the slope.
  bool antithetic = true;
  /// Whether random directions are of +-1 and the prior is its sign, as the steps are, instead of Gaussian
  /// and itself. On the grid no pixel of such a probe is lost in rounding.
  bool signs = true;
  int norm_samples = 2;  ///< random directions that the gradient's norm is estimated from; the authors' 10
  StartOptions start = {};

  static constexpr double kGridSigma = 2.0 / 255;
  void read(AttackSettings& settings, const ImageShape& shape);  ///< throws InputError
};

/// lambda*, the share of the prior in the samples that makes the estimated gradient best in expectation, as
/// the paper derives it and its code has it: with a2 the squared cosine between prior and gradient, D
/// dimensions, q samples,
///   0                                                            if a2 <= 1 / (D + 2q - 2),
///   1                                                            if a2 >= (2q - 1) / (D + 2q - 2),
///   (1 - a2)(a2 (D + 2q - 2) - 1) / (2 a2 D q - a2^2 D (D + 2q - 2) - 1)   in between.
/// cosine in [0, 1].
double optimal_prior_share(double cosine, int dimensions, int samples);

/// Sign steps along gradients estimated from directions sqrt(lambda) v + sqrt(1 - lambda) u, v the
/// substitute models' gradient, u random and orthogonal to it. How good v is, its cosine to the victim's
/// gradient, is estimated by one difference along it (eq. 16) and by random ones for the gradient's norm in
/// steps 0, 3, 10, 20, ... as in the authors' code; lambda follows from it, and where it is 1 the step goes
/// along v without further queries. Between those steps the norm is taken for unchanged: while the gradient
/// grows, the cosine comes out too large, and above 1 it counts as 1. That too is the authors' way.
///
/// With several substitute models v is the gradient of their mean loss; where they are flat there is no v,
/// and lambda is 0. Where the differences vanish sigma is doubled, up to epsilon, and stays. In the authors'
/// code it grows fivefold instead where all the random ones vanish, knows no bound, and falls back to 1e-4 as
/// soon as differences over that show. Finite differences may reach out of the ball by sigma, as the authors'
/// do, but not out of [0, 1]: what counts is the difference that the victim saw. On the grid, where 1e-4
/// would vanish in rounding, sigma is 2 grey levels: over such lengths the loss curves, and a Gaussian
/// direction loses part of its pixels. So differences are antithetic and directions are signs, unless as the
/// paper has them. These, and fewer samples and longer steps than the authors', were chosen for 1,000 queries
/// on the first images of MNIST and CIFAR-10 (tools/tune). The image after each step is a counted query.
class PRgfAttack : public ScriptedAttack {
 public:
  PRgfAttack(AttackProblem problem, const PRgfOptions& options);

 private:
  Script<> script() override;
  /// A finite difference: of the loss, and of the image as the victim saw it.
  struct Difference {
    double rise = 0;
    Eigen::RowVectorXf move;
  };
  /// Around the image last stepped to, along `direction`, of root mean square 1.
  Script<Difference> difference(Eigen::RowVectorXf direction);
  Script<double> squared_gradient_norm();
  Script<Eigen::RowVectorXf> estimate(Eigen::RowVectorXf prior, double share);
  /// Doubles sigma; false if it is as large as may be.
  bool widen();
  double loss(const Reply& reply) const;
  /// Of a gradient estimate.
  int directions() const { return options_.antithetic ? (options_.samples + 1) / 2 : options_.samples; }
  /// Gaussian or of signs, of root mean square 1.
  Eigen::RowVectorXf random_direction();

  PRgfOptions options_;
  double sigma_;
  Rng rng_;
  Eigen::RowVectorXf image_;  // stepped to
  Reply here_;                // the answer to it
};

}  // namespace bora
