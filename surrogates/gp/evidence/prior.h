// Priors over positive hyper-parameters, for maximum a posteriori fits.
#pragma once

#include <memory>

namespace bora::surrogates {

/// A density of a positive number v, evaluated at t = log v. It is the density of v itself, without the
/// Jacobian of the logarithm, so that the mode found is the mode in v.
class Prior {
 public:
  virtual ~Prior() = default;
  virtual double log_density(double log_value) const = 0;
  /// Returns d log density / d t, the derivative that fits of log hyper-parameters use.
  virtual double slope(double log_value) const = 0;
};

/// Prior that is log-normal: log v ~ N(location, scale^2). Throws InputError unless scale > 0.
class LogNormalPrior final : public Prior {
 public:
  LogNormalPrior(double location, double scale);
  double log_density(double log_value) const override;
  double slope(double log_value) const override;

 private:
  double location_, scale_;
};

/// Prior that has a density ~ v^(shape - 1) exp(-rate v). Throws InputError unless shape, rate > 0.
class GammaPrior final : public Prior {
 public:
  GammaPrior(double shape, double rate);
  double log_density(double log_value) const override;
  double slope(double log_value) const override;

 private:
  double shape_, rate_;
};

}  // namespace bora::surrogates
