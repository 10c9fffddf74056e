// Logarithms of the factors by which an acquisition is reduced around pending points.
#pragma once

#include <Eigen/Core>

#include "surrogates/acquisition/acquisition.h"
#include "surrogates/acquisition/acquisition_function.h"

namespace bora::surrogates {

/// Logarithm of a factor phi(z) in [0, 1] that depends on the Euclidean distance between z and a centre.
/// Points (d) consist of `categories` categories followed by numbers. The distance is that of the numbers; if
/// any category differs from the centre's, the factor is 1. At the centre itself, where the distance has no
/// gradient, the gradient is 0.
class LocalPenalty : public PointAcquisition {
 public:
  /// centre: d, of which the first `categories` are categories. Throws InputError unless there are numbers.
  LocalPenalty(Eigen::VectorXd centre, int categories);

  Eigen::VectorXd values(const Eigen::MatrixXd& Z) const final;
  bool smooth() const final { return true; }
  bool logarithmic() const final { return true; }
  double value(const Eigen::VectorXd& z, Eigen::VectorXd& gradient) const final;

 protected:
  struct Factors {
    Eigen::VectorXd log;    ///< logarithms of the factors phi, <= 0 and finite
    Eigen::VectorXd slope;  ///< derivatives of log phi w.r.t. the distance, >= 0
  };
  /// Returns log phi and its slope for the m distances, >= 0.
  virtual Factors at(const Eigen::VectorXd& distances) const = 0;

 private:
  Eigen::VectorXd centre_;
  int categories_;
};

/// Local penaliser of Gonzalez, Dai, Hennig and Lawrence 2016: the probability that z is outside a ball
/// around the centre that cannot contain the maximum. The function has Lipschitz constant L; its value at the
/// centre is normal and on average `gap` below its maximum:
///   phi = Phi((L ||z - x_j|| - gap) / deviation),  gap = |mean(x_j) - M|.
/// At the centre phi is not 0.
class SoftLocalPenalty final : public LocalPenalty {
 public:
  /// gap >= 0, deviation >= 0 (one too small is taken as Acquisition takes it), lipschitz > 0.
  SoftLocalPenalty(Eigen::VectorXd centre, int categories, double gap, double deviation, double lipschitz);

 private:
  Factors at(const Eigen::VectorXd& distances) const override;

  LogProbabilityAbove beyond_;
  double variance_, lipschitz_;
};

/// Hard local penaliser proposed by Alvi et al. 2019 (Ru 2021, eq. 4.12), a smooth version of min(u, 1):
///   phi = (u^p + 1)^(1/p),  u = ||z - x_j|| / radius,  p < 0.
/// At the centre phi is 0; its logarithm is replaced there by that at u = 1e-100.
class HardLocalPenalty final : public LocalPenalty {
 public:
  static constexpr double kPower = -5;  ///< p of Alvi et al.

  /// Throws InputError unless radius >= 0 (a point without one is penalised only at itself) and power < 0.
  HardLocalPenalty(Eigen::VectorXd centre, int categories, double radius, double power = kPower);

 private:
  Factors at(const Eigen::VectorXd& distances) const override;

  double radius_, power_;
};

}  // namespace bora::surrogates
