// P-RGF, prior-guided random gradient-free (Cheng, Dong, Pang, Su and Zhu, "Improving black-box adversarial
// attacks with a transfer-based prior", NeurIPS 2019: biased sampling with the optimal lambda, the transfer
// gradient alone as prior).
#pragma once

#include "attacks/image/proposals/start_image.h"
#include "attacks/image/script.h"
#include "attacks/settings/attack_settings.h"

namespace bora::attacks {

struct PRgfOptions {
  int samples = 10;  ///< number of queries of a gradient estimate; the authors have 50
  /// Length of finite differences, root mean square per value; 0: 1e-4, on the 8-bit grid kGridSigma.
  double sigma = 0;
  /// Length of a step in the norm of the ball, as a share of epsilon; the authors have 0.1 (0.005 at their
  /// L-infinity bound of 0.05).
  double step = 0.5;
  Loss loss = Loss::cross_entropy;
  /// If true, a difference is between two images on either side of the current one and takes two queries; if
  /// false, it is from the current image and takes one. True cancels the curvature of the loss, which would
  /// outweigh its slope on the grid, where differences are long.
  bool antithetic = true;
  /// If true, random directions have values of +-1, which rounding to the grid never removes, and the prior
  /// is replaced by its signs, as in the steps; if false, random directions are Gaussian.
  bool signs = true;
  int norm_samples = 2;  ///< number of random directions for the gradient's norm; the authors have 10
  StartOptions start = {};

  static constexpr double kGridSigma = 2.0 / 255;
  void read(AttackSettings& settings);  ///< throws InputError
  /// Returns the number of queries that one difference takes.
  int per_difference() const { return antithetic ? 2 : 1; }
  /// Returns the number of queries of ten steps, two of which estimate the gradient's norm.
  int probe_queries() const {
    return 10 * (samples + per_difference() + 1) + 2 * norm_samples * per_difference();
  }
  int opening_queries() const { return samples; }  ///< returns the number of queries of a gradient estimate

 protected:
  /// Reads all settings but `as`. meaning_of_step: text that describes the setting `step`.
  void read_values(AttackSettings& settings, const std::string& meaning_of_step);
};

/// Settings in L2, by default as published: steps of length 2, which is 0.163 of the bound sqrt(0.001 D)
/// = 12.27 for images of 3 x 224 x 224 (0.122 for 3 x 299 x 299).
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
/// directions sqrt(lambda) v + sqrt(1 - lambda) u, where v is the substitute models' gradient and u is random
/// and orthogonal to it. The cosine of v to the victim's gradient is estimated from one difference along v
/// (eq. 16) and the gradient's norm, which random differences estimate in steps 0, 3, 10, 20, ... as in the
/// authors' code and which is kept in between. While the gradient grows, the cosine is therefore
/// overestimated; above 1 it counts as 1, as in the authors' code. lambda follows from the cosine
/// (optimal_prior_share()). If it is 1, the step is along v without further queries.
///
/// With several substitute models, v is the gradient of their mean loss. If their gradients are 0, there is
/// no v and lambda is 0. The image after each step is a counted query.
///
/// Differences may leave the ball by sigma, as the authors' do, but not [0, 1]. The change that the victim
/// saw is used. If the differences of the loss are 0, sigma is doubled and stays so, up to epsilon (in L2 up
/// to epsilon / sqrt(D), for which a difference has length epsilon). In the authors' code sigma instead grows
/// fivefold while all random differences are 0, is not bounded, and returns to 1e-4 as soon as differences of
/// this length are not 0.
///
/// On the grid, where 1e-4 would vanish in rounding, sigma is 2 grey levels. Over such a length the loss is
/// curved, and a Gaussian direction loses part of its values. So by default, unlike in the paper, differences
/// are antithetic and directions are signs. These, and fewer samples and longer steps than the authors', were
/// chosen for 1,000 queries on the first images of MNIST and CIFAR-10 (tools/tune). In L2 the defaults are
/// the authors' (PRgfL2Options). A forward difference starts at the last queried image as the victim saw it.
/// If it started at the image off the grid, the rounding of this image would be part of every difference, and
/// a direction that vanishes in rounding would not give a difference of 0.
class PRgfAttack : public ScriptedAttack {
 public:
  PRgfAttack(AttackProblem problem, const PRgfOptions& options);

 private:
  Script<> script() override;
  /// Finite difference of the loss (rise) and of the image as the victim saw it (move, d values).
  struct Difference {
    double rise = 0;
    Eigen::RowVectorXf move;
  };
  /// Measures the difference along `direction`, which has root mean square 1: between both sides of image_,
  /// or from here_.image.
  Script<Difference> difference(Eigen::RowVectorXf direction);
  /// Estimates the squared norm of the gradient of the victim's loss.
  Script<double> squared_gradient_norm();
  /// Estimates the gradient up to a factor, from directions with a share `share` (lambda) of the prior.
  Script<Eigen::RowVectorXf> estimate(Eigen::RowVectorXf prior, double share);
  /// Doubles sigma up to its maximum; returns false if it had reached it.
  bool widen();
  /// Returns image_ projected to the ball, and to the grid unless continuous.
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
