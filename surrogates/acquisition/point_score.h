// What a search over points makes as large as possible: an acquisition seen as a function of the point.
#pragma once

#include <vector>

#include <Eigen/Core>

#include "surrogates/acquisition/acquisition.h"
#include "surrogates/gp/fitted_gaussian_process.h"

namespace bora {

class PointScore {
 public:
  virtual ~PointScore() = default;
  /// Z: m x d; returns m.
  virtual Eigen::VectorXd values(const Eigen::MatrixXd& Z) const = 0;
  /// At z (d), with the gradient (d) w.r.t. it.
  virtual double value(const Eigen::VectorXd& z, Eigen::VectorXd& gradient) const = 0;
};

/// An acquisition of a process's mean and variance. Both must outlive it.
class ProcessScore : public PointScore {
 public:
  using Process = FittedGaussianProcess<Eigen::VectorXd>;
  ProcessScore(const Process& process, const Acquisition& acquisition)
      : process_(process), acquisition_(acquisition) {}
  Eigen::VectorXd values(const Eigen::MatrixXd& Z) const override;
  double value(const Eigen::VectorXd& z, Eigen::VectorXd& gradient) const override;

 private:
  const Process& process_;
  const Acquisition& acquisition_;
};

/// The sum of scores, which must outlive it.
class SumScore final : public PointScore {
 public:
  explicit SumScore(std::vector<const PointScore*> parts) : parts_(std::move(parts)) {}
  Eigen::VectorXd values(const Eigen::MatrixXd& Z) const override;
  double value(const Eigen::VectorXd& z, Eigen::VectorXd& gradient) const override;

 private:
  std::vector<const PointScore*> parts_;
};

}  // namespace bora
