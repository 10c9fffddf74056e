// Acquisitions that depend on the posterior mean and variance at a point alone. All are maximised.
#pragma once

#include <memory>
#include <string>

#include <Eigen/Core>

namespace bora::surrogates {

/// Acquisitions of mean and variance: expected improvement, its logarithm, probability of improvement, upper
/// confidence bound.
enum class AcquisitionKind { ei, log_ei, pi, ucb };

/// Parses one of the names ei, log_ei, pi and ucb. Throws InputError, with the nearest valid name, for
/// others.
AcquisitionKind parse_acquisition(const std::string& name);

/// Values at m points and their derivatives w.r.t. the posterior mean and variance at each point, m each. By
/// the chain rule, the derivatives are the weights of Posterior::marginal_with_gradient().
struct AcquisitionValues {
  Eigen::VectorXd value;
  Eigen::VectorXd mean_slope;
  Eigen::VectorXd variance_slope;
};

/// Acquisition that is a function of the posterior mean and variance at a point.
class Acquisition {
 public:
  virtual ~Acquisition() = default;
  /// Computes values and slopes. mean, variance: m each. A variance below kVarianceFloor is replaced by it,
  /// with slope 0.
  AcquisitionValues evaluate(const Eigen::VectorXd& mean, const Eigen::VectorXd& variance) const;
  /// Returns whether the value is a logarithm, so that logarithms of further factors may be added to it.
  virtual bool logarithmic() const { return false; }
  static constexpr double kVarianceFloor = 1e-18;

 protected:
  struct Point {
    double value;
    double mean_slope;
    double deviation_slope;  ///< derivative with respect to the standard deviation
  };
  /// Returns value and slopes for a mean and a standard deviation > 0.
  virtual Point at(double mean, double deviation) const = 0;
};

/// Expected improvement on the incumbent y*, derived by Jones, Schonlau and Welch 1998 (eq. 15):
///   EI = sd h(z),  h(z) = phi(z) + z Phi(z),  z = (mean - y*) / sd.
class ExpectedImprovement final : public Acquisition {
 public:
  explicit ExpectedImprovement(double incumbent) : incumbent_(incumbent) {}

 private:
  Point at(double mean, double deviation) const override;
  double incumbent_;
};

/// Logarithm of the expected improvement, accurate also where EI underflows (Ament et al. 2023, "Unexpected
/// improvements to expected improvement").
class LogExpectedImprovement final : public Acquisition {
 public:
  explicit LogExpectedImprovement(double incumbent) : incumbent_(incumbent) {}
  bool logarithmic() const override { return true; }

 private:
  Point at(double mean, double deviation) const override;
  double incumbent_;
};

/// Probability of improvement (Kushner 1964), which is Phi(z) with the z of ExpectedImprovement.
class ProbabilityOfImprovement final : public Acquisition {
 public:
  explicit ProbabilityOfImprovement(double incumbent) : incumbent_(incumbent) {}

 private:
  Point at(double mean, double deviation) const override;
  double incumbent_;
};

/// Upper confidence bound mean + beta sd, which is that of Srinivas et al. 2010 with a constant sqrt(beta_t)
/// = beta. Throws InputError unless beta is finite and >= 0.
class UpperConfidenceBound final : public Acquisition {
 public:
  explicit UpperConfidenceBound(double beta);

 private:
  Point at(double mean, double deviation) const override;
  double beta_;
};

/// Logarithm of the probability that the function exceeds `threshold`, log Phi((mean - threshold) / sd).
///
/// It is added to the logarithm of an acquisition as the logarithm of the probability of a constraint
/// (Gelbart, Snoek and Adams 2014). To avoid points that fail, the function is a regression on labels (1:
/// value, 0: failure) and the threshold 1/2.
class LogProbabilityAbove final : public Acquisition {
 public:
  explicit LogProbabilityAbove(double threshold) : threshold_(threshold) {}
  bool logarithmic() const override { return true; }

 private:
  Point at(double mean, double deviation) const override;
  double threshold_;
};

/// Acquisition that is the negative mean. If the function models the logarithm of the cost, it is added to
/// the logarithm of an acquisition, which gives the acquisition per unit of cost (Snoek, Larochelle and Adams
/// 2012, section 3.2).
class NegativeMean final : public Acquisition {
 public:
  bool logarithmic() const override { return true; }

 private:
  Point at(double mean, double deviation) const override;
};

/// Makes the acquisition that is named. incumbent: value to improve on, on the scale of the posterior mean;
/// beta: used by ucb only.
std::unique_ptr<Acquisition> make_acquisition(AcquisitionKind kind, double incumbent, double beta);
/// Makes the same acquisition, but replaces ei and pi by their logarithms.
std::unique_ptr<Acquisition> make_log_acquisition(AcquisitionKind kind, double incumbent, double beta);

}  // namespace bora::surrogates
