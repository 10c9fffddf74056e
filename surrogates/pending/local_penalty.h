// Logarithms of the factors by which an acquisition is reduced around pending points.
#pragma once

#include <Eigen/Core>

#include "surrogates/acquisition/acquisition.h"
#include "surrogates/acquisition/acquisition_function.h"

namespace bora::surrogates {

/// Logarithm of a factor phi(z) in [0, 1] that depends on the distance of z from a centre. Points (d) consist
/// of `categories` categories followed by numbers. The distance is the Euclidean distance of the numbers. If
/// any category differs from that of the centre, the factor is 1. At the centre, where the distance has no
/// gradient, the gradient is set to 0.
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

/// Local penalty of Gonzalez, Dai, Hennig and Lawrence 2016: the probability that z is outside the ball
/// around the centre x_j that cannot contain the maximum M. The function has Lipschitz constant L, and its
/// value at the centre is normal with a mean `gap` below M:
///   phi = Phi((L ||z - x_j|| - gap) / deviation),  gap = |mean(x_j) - M|.
/// phi is not 0 at the centre.
class SoftLocalPenalty final : public LocalPenalty {
 public:
  /// gap >= 0; deviation >= 0, which is raised to the floor of Acquisition::kVarianceFloor; lipschitz > 0.
  SoftLocalPenalty(Eigen::VectorXd centre, int categories, double gap, double deviation, double lipschitz);

 private:
  Factors at(const Eigen::VectorXd& distances) const override;

  LogProbabilityAbove beyond_;
  double variance_, lipschitz_;
};

/// Hard local penalty of Alvi et al. 2019 (Ru 2021, eq. 4.12), which is a smooth version of min(u, 1):
///   phi = (u^p + 1)^(1/p),  u = ||z - x_j|| / radius,  p < 0.
/// phi is 0 at the centre, where its logarithm is replaced by that at u = 1e-100.
class HardLocalPenalty final : public LocalPenalty {
 public:
  static constexpr double kPower = -5;  ///< p of Alvi et al.

  /// radius: >= 0, finite; with radius 0 only the centre is penalised. power: < 0. Throws InputError.
  HardLocalPenalty(Eigen::VectorXd centre, int categories, double radius, double power = kPower);

 private:
  Factors at(const Eigen::VectorXd& distances) const override;

  double radius_, power_;
};

}  // namespace bora::surrogates
