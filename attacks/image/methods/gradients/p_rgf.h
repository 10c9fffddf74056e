// P-RGF, prior-guided random gradient-free (Cheng, Dong, Pang, Su and Zhu, "Improving black-box adversarial
// attacks with a transfer-based prior", NeurIPS 2019: biased sampling with the optimal lambda, the transfer
// gradient alone as prior).
#pragma once

#include "attacks/image/proposals/start_image.h"
#include "attacks/image/script.h"
#include "attacks/settings/attack_settings.h"

namespace bora::attacks {

struct PRgfOptions {
  int samples = 10;  ///< number of queries of a gradient estimate; the authors' 50
  /// Length of finite differences, root mean square per pixel; 0: 1e-4, on the 8-bit grid kGridSigma.
  double sigma = 0;
  /// Length of a step in the norm of the ball, as a share of epsilon; the authors' 0.005 at their L-infinity
  /// bound of 0.05 is 0.1.
  double step = 0.5;
  Loss loss = Loss::cross_entropy;
  /// If true, a difference is taken between two images on either side, at two queries, instead of from the
  /// current image, at one. On the grid, where probes are long, the curvature of the loss outweighs its
  /// slope.
  bool antithetic = true;
  /// If true, random directions of +-1 and the prior's sign are used, as in the steps, instead of Gaussian
  /// directions and the prior itself. On the grid no pixel of such a probe is lost in rounding.
  bool signs = true;
  int norm_samples = 2;  ///< number of random directions for estimating the gradient's norm; the authors' 10
  StartOptions start = {};

  static constexpr double kGridSigma = 2.0 / 255;
  void read(AttackSettings& settings);  ///< throws InputError
  /// Returns the number of queries that one difference takes.
  int per_difference() const { return antithetic ? 2 : 1; }
  /// Returns the queries of ten steps, of which two estimate the gradient's norm.
  int probe_queries() const {
    return 10 * (samples + per_difference() + 1) + 2 * norm_samples * per_difference();
  }

 protected:
  /// Reads all settings but `as`.
  void read_values(AttackSettings& settings, const std::string& meaning_of_step);
};

/// The published values for L2: a bound of sqrt(0.001 D), which is 12.27 for images of 3 x 224 x 224, and
/// steps of length 2, that is of 0.163 of the bound (images of 3 x 299 x 299: 0.122).
struct PRgfL2Options : PRgfOptions {
  PRgfL2Options() {
    samples = 50;
    norm_samples = 10;
    step = 0.163;
    antithetic = signs = false;
  }
  void read(AttackSettings& settings);  ///< throws InputError
};

/// Returns lambda*, the share of the prior in the samples that makes the estimated gradient best in
/// expectation, as derived in the paper and used in its code: with a2 the squared cosine between prior and
/// gradient, D dimensions, q samples,
///   0                                                            if a2 <= 1 / (D + 2q - 2),
///   1                                                            if a2 >= (2q - 1) / (D + 2q - 2),
///   (1 - a2)(a2 (D + 2q - 2) - 1) / (2 a2 D q - a2^2 D (D + 2q - 2) - 1)   in between.
/// cosine in [0, 1].
double optimal_prior_share(double cosine, int dimensions, int samples);

/// Attack by steps along estimated gradients, in L-infinity along their signs. A gradient is estimated from
/// directions sqrt(lambda) v + sqrt(1 - lambda) u, v the substitute models' gradient, u random and orthogonal
/// to it. The cosine of v to the victim's gradient is estimated by one difference along v (eq. 16) and by
/// random ones for the gradient's norm in steps 0, 3, 10, 20, ... as in the authors' code. lambda follows
/// from it; where it is 1 the step is along v without further queries. Between those steps the norm is taken
/// as unchanged: while the gradient grows, the cosine is overestimated, and above 1 it counts as 1, as in the
/// authors' code.
///
/// With several substitute models v is the gradient of their mean loss; where they are flat there is no v,
/// and lambda is 0. Where the differences vanish, sigma is doubled, up to epsilon (in L2 to epsilon /
/// sqrt(D), with which a probe has the length epsilon), and stays so. In the authors' code it instead grows
/// fivefold where all the random ones vanish, has no bound, and returns to 1e-4 as soon as differences over
/// 1e-4 do not vanish. Finite differences may leave the ball by sigma, as the authors' do, but not [0, 1];
/// the difference that the victim saw is used. On the grid, where 1e-4 would vanish in rounding, sigma is 2
/// grey levels: over such lengths the loss is curved, and a Gaussian direction loses part of its pixels. So
/// differences are antithetic and directions are signs by default, unlike in the paper. These, and fewer
/// samples and longer steps than the authors', were chosen for 1,000 queries on the first images of MNIST and
/// CIFAR-10 (tools/tune). In L2 the defaults are the authors' (PRgfL2Options). A forward difference starts at
/// the image after the last step as the victim saw it: from the image off the grid, what rounding did to that
/// image would be part of every difference, and a probe too short for the grid would not be seen to vanish.
/// The image after each step is a counted query.
class PRgfAttack : public ScriptedAttack {
 public:
  PRgfAttack(AttackProblem problem, const PRgfOptions& options);

 private:
  Script<> script() override;
  /// Finite difference of the loss, and of the image as the victim saw it.
  struct Difference {
    double rise = 0;
    Eigen::RowVectorXf move;
  };
  /// Measures the difference along `direction`, which has root mean square 1, on either side of image_ or
  /// from here_.image.
  Script<Difference> difference(Eigen::RowVectorXf direction);
  Script<double> squared_gradient_norm();
  Script<Eigen::RowVectorXf> estimate(Eigen::RowVectorXf prior, double share);
  /// Doubles sigma; returns false if it is at its maximum.
  bool widen();
  /// Returns image_ as it may be queried: on the grid, if that is in force, and inside the ball.
  Eigen::RowVectorXf shown() const;
  double loss(const Reply& reply) const;
  /// Returns the number of directions in a gradient estimate.
  int directions() const { return options_.antithetic ? (options_.samples + 1) / 2 : options_.samples; }
  /// Draws a direction, Gaussian or of signs, of root mean square 1.
  Eigen::RowVectorXf random_direction();

  PRgfOptions options_;
  double sigma_;
  double widest_;             // largest sigma
  Eigen::RowVectorXf image_;  // image after the last step, off the grid
  Reply here_;                // answer for shown()
};

}  // namespace bora::attacks
