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

/// The log of the probability that a process exceeds `threshold`, log Phi((mean - threshold) / sd). Of a
/// process of labels, 1 where a point has a value and 0 where it has none, and a threshold of 1/2 it is what
/// an acquisition's logarithm is added to so that a search keeps away from what fails (Gelbart, Snoek and
/// Adams 2014, by regression on labels).
class LogProbabilityAbove final : public Acquisition {
 public:
  explicit LogProbabilityAbove(double threshold) : threshold_(threshold) {}

 private:
  Point at(double mean, double deviation) const override;
  double threshold_;
};

/// -mean: of a process of the log of costs, what is added to a log acquisition to have it per unit of cost
/// (Snoek, Larochelle and Adams 2012, section 3.2).
class NegativeMean final : public Acquisition {
 private:
  Point at(double mean, double deviation) const override;
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
