// Acquisition functions of a posterior's mean and variance. All are maximised.
#pragma once

#include <memory>
#include <string>

#include <Eigen/Core>

namespace bora::surrogates {

enum class AcquisitionKind { ei, log_ei, pi, ucb };

/// Parses a name, which is ei, log_ei, pi or ucb. Throws InputError with the nearest valid name.
AcquisitionKind parse_acquisition(const std::string& name);

/// Values at m points and their derivatives w.r.t. each point's posterior mean and variance, all of size m.
/// By the chain rule these are the weights FittedGaussianProcess's gradients are contracted with.
struct AcquisitionValues {
  Eigen::VectorXd value;
  Eigen::VectorXd mean_slope;
  Eigen::VectorXd variance_slope;
};

class Acquisition {
 public:
  virtual ~Acquisition() = default;
  /// Computes values and slopes. mean, variance: m; a variance below kVarianceFloor is taken as the floor
  /// (with slope 0 w.r.t. it).
  AcquisitionValues evaluate(const Eigen::VectorXd& mean, const Eigen::VectorXd& variance) const;
  /// Returns whether the value is a logarithm, so that logarithms of further factors may be added to it.
  virtual bool logarithmic() const { return false; }
  static constexpr double kVarianceFloor = 1e-18;

 protected:
  struct Point {
    double value;
    double mean_slope;
    double deviation_slope;  ///< derivative of the value if the deviation changes
  };
  virtual Point at(double mean, double deviation) const = 0;
};

/// Expected improvement over the incumbent y* (Jones, Schonlau and Welch 1998, eq. 15), where
/// z = (mean - y*) / sd:
///   EI = sd h(z),  h(z) = phi(z) + z Phi(z).
class ExpectedImprovement final : public Acquisition {
 public:
  explicit ExpectedImprovement(double incumbent) : incumbent_(incumbent) {}

 private:
  Point at(double mean, double deviation) const override;
  double incumbent_;
};

/// log EI, exact where EI underflows (Ament et al. 2023, "Unexpected improvements to expected improvement").
class LogExpectedImprovement final : public Acquisition {
 public:
  explicit LogExpectedImprovement(double incumbent) : incumbent_(incumbent) {}
  bool logarithmic() const override { return true; }

 private:
  Point at(double mean, double deviation) const override;
  double incumbent_;
};

/// Probability of improvement, which is Phi(z) (Kushner 1964).
class ProbabilityOfImprovement final : public Acquisition {
 public:
  explicit ProbabilityOfImprovement(double incumbent) : incumbent_(incumbent) {}

 private:
  Point at(double mean, double deviation) const override;
  double incumbent_;
};

/// Upper confidence bound, which is mean + beta sd; beta >= 0 (Srinivas et al. 2010, with a constant
/// sqrt(beta_t) = beta).
class UpperConfidenceBound final : public Acquisition {
 public:
  explicit UpperConfidenceBound(double beta);

 private:
  Point at(double mean, double deviation) const override;
  double beta_;
};

/// Logarithm of the probability that a process exceeds `threshold`, log Phi((mean - threshold) / sd). With a
/// process of labels, 1 where a point has a value and 0 where it failed, and the threshold 1/2, it is added
/// to the logarithm of an acquisition, so that a search avoids points that fail (Gelbart, Snoek and Adams
/// 2014, by regression on labels).
class LogProbabilityAbove final : public Acquisition {
 public:
  explicit LogProbabilityAbove(double threshold) : threshold_(threshold) {}
  bool logarithmic() const override { return true; }

 private:
  Point at(double mean, double deviation) const override;
  double threshold_;
};

/// Negative mean. With a process of log costs, it is added to the logarithm of an acquisition, which gives
/// the acquisition per unit of cost (Snoek, Larochelle and Adams 2012, section 3.2).
class NegativeMean final : public Acquisition {
 public:
  bool logarithmic() const override { return true; }

 private:
  Point at(double mean, double deviation) const override;
};

/// Makes an acquisition function. incumbent: best observation on the scale of the posterior's mean; beta:
/// used by ucb only.
std::unique_ptr<Acquisition> make_acquisition(AcquisitionKind kind, double incumbent, double beta);
/// Makes the same function, but replaces ei and pi by their logarithms.
std::unique_ptr<Acquisition> make_log_acquisition(AcquisitionKind kind, double incumbent, double beta);

}  // namespace bora::surrogates
