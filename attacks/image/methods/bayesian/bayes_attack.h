// Bayes Attack (Shukla, Sahu, Willmott and Kolter, KDD 2021): Bayesian optimisation with labels alone.
//
// As in the paper: the objective is 0 for an adversarial label, else -1. A Gaussian process (Matern-5/2) with
// expected improvement, started from 5 points, searches the coefficients of low Fourier frequencies (cosine
// basis by default). The perturbation is epsilon times the sign of their sum, so it stays inside the
// L-infinity ball.
//
// Differences from the paper:
// - There is one lengthscale instead of one for each coefficient, and the hyper-parameters are fitted once,
//   to the first points. Until the first success, which ends the attack, every objective is -1. So the
//   evidence contains no information on lengthscales, expected improvement depends on the posterior variance
//   only, and the search spreads over the vertices of the ball. Fitting before every query, as the paper
//   does, would only take time.
// - The best of the random candidates is queried. Polishing one by L-BFGS-B was no better at twice the cost.
// - The first points are a Latin hypercube. The authors draw them independently.
// - Coefficients are in [-1, 1]. In the authors' code they are in [-2, 2] after the first points.
// - Each channel is transformed by itself. The authors' code also transforms across channels.
#pragma once

#include "attacks/image/script.h"
#include "attacks/settings/attack_settings.h"
#include "surrogates/search/box_optimiser.h"

namespace bora::attacks {

struct BayesAttackOptions {
  int frequencies = 7;           ///< number of frequencies of each axis and channel: 0 ... frequencies - 1
  std::string basis = "cosine";  ///< cosine | sine | both
  /// sign: every value of the perturbation is +-epsilon; scale: the largest one is.
  std::string push = "sign";
  int initial = 5;       ///< number of first points
  int candidates = 500;  ///< number of random points scored for a query
  int polished = 0;      ///< number of these that are improved by L-BFGS-B

  void read(AttackSettings& settings, const ImageShape& shape);  ///< throws InputError
  int opening_queries() const { return initial; }
};

/// Basis of cos(2 pi (u x / width + v y / height)), or of the sines, or of both, for frequencies u, v < n.
class FourierBasis {
 public:
  /// basis: cosine | sine | both; n in [1, min(height, width)].
  FourierBasis(const ImageShape& shape, int n, const std::string& basis);

  /// Returns the number of coefficients.
  int dimensions() const;
  /// Maps dimensions() coefficients to shape.size() values, CHW. A channel's coefficients are those of the
  /// cosines, if any, then those of the sines, each n x n, row by row in v.
  Eigen::RowVectorXd synthesise(const Eigen::Ref<const Eigen::VectorXd>& coefficients) const;

 private:
  ImageShape shape_;
  int n_;
  bool cosine_, sine_;
  // Cosine and sine of 2 pi frequency position / length; positions x frequencies.
  Eigen::MatrixXd cos_rows_, sin_rows_, cos_columns_, sin_columns_;
};

/// Attack `bayes-attack`, as described above.
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
