// Bayes Attack (Shukla, Sahu, Willmott and Kolter, KDD 2021): Bayesian optimisation with labels alone.
//
// As the paper: the objective is 0 for an adversarial label and -1 else; a Gaussian process (Matern-5/2) with
// expected improvement, started from 5 points, searches the coefficients of low Fourier frequencies
// (cosine basis by default), from which the perturbation is pushed to the surface of the L-infinity ball by
// its sign. It stays inside the ball.
//
// Departs in: one lengthscale instead of one a coefficient, and fixed hyper-parameters once the first points
// are in. Until the first success, with which the attack ends, every label is -1: the evidence says nothing
// about lengthscales, and expected improvement grows with the posterior's variance alone. So the search
// spreads over the ball's vertices; fitting again for every query, as the paper does, would only cost time.
// The best of the random candidates is taken as it is: polishing one did no better at twice the cost.
//
// The first points are a Latin hypercube, where the authors draw them independently. All points lie in [-1,
// 1] a coefficient, where their code has [-2, 2] after the first ones. Channels are transformed one by one,
// where their code also transforms across channels.
#pragma once

#include "attacks/image/script.h"
#include "attacks/settings/attack_settings.h"
#include "surrogates/search/box_optimiser.h"

namespace bora::attacks {

struct BayesAttackOptions {
  int frequencies = 7;           ///< frequencies 0 ... frequencies - 1 of either axis, per channel
  std::string basis = "cosine";  ///< cosine | sine | both
  std::string push = "sign";  ///< sign: to a vertex of the ball; scale: so that the largest pixel is epsilon
  int initial = 5;
  int candidates = 500;
  int polished = 0;  ///< number of candidates improved by L-BFGS-B

  void read(AttackSettings& settings, const ImageShape& shape);  ///< throws InputError
};

/// Sums of cos(2 pi (u x / width + v y / height)), and of the sine, over frequencies u, v < n.
class FourierBasis {
 public:
  /// basis: cosine | sine | both; n in [1, min(height, width)].
  FourierBasis(const ImageShape& shape, int n, const std::string& basis);

  int dimensions() const;
  /// Maps dimensions() coefficients to shape.size() values, CHW. A channel's coefficients are those of the
  /// cosines, if any, then those of the sines, each n x n, row by row in v.
  Eigen::RowVectorXd synthesise(const Eigen::Ref<const Eigen::VectorXd>& coefficients) const;

 private:
  ImageShape shape_;
  int n_;
  bool cosine_, sine_;
  // cos and sin of 2 pi frequency position / length; position x frequency.
  Eigen::MatrixXd cos_rows_, sin_rows_, cos_columns_, sin_columns_;
};

class BayesAttack : public ScriptedAttack {
 public:
  BayesAttack(AttackProblem problem, BayesAttackOptions options);
  std::map<std::string, double> seconds() const override;

 private:
  Script<> script() override;
  Eigen::RowVectorXf perturbation(const Eigen::VectorXd& coefficients) const;

  BayesAttackOptions options_;
  FourierBasis basis_;
  BoxOptimiser optimiser_;
};

}  // namespace bora::attacks
