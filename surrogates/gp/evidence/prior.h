// Priors over positive hyper-parameters, for maximum a posteriori fits.
#pragma once

#include <memory>

namespace bora::surrogates {

/// Prior of a positive number v, which is a function of t = log v. The density is that of v, not of t (it
/// lacks the Jacobian of the logarithm), so that a fit over t finds the mode of v.
class Prior {
 public:
  virtual ~Prior() = default;
  /// Returns the log density that v = exp(log_value) has.
  virtual double log_density(double log_value) const = 0;
  /// Returns the derivative of the log density w.r.t. t.
  virtual double slope(double log_value) const = 0;
};

/// Log-normal prior, under which log v ~ N(location, scale^2) holds. Throws InputError unless both are finite
/// and scale > 0.
class LogNormalPrior final : public Prior {
 public:
  LogNormalPrior(double location, double scale);
  double log_density(double log_value) const override;
  double slope(double log_value) const override;

 private:
  double location_, scale_;
};

}  // namespace bora::surrogates
