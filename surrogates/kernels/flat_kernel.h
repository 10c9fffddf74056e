// Base of kernels that hold their hyper-parameters in one vector.
#pragma once

#include "common/error.h"
#include "surrogates/kernels/kernel.h"

namespace bora::surrogates {

/// Both functions throw InputError unless there are `count` values, all finite; the second also unless lower
/// <= upper.
inline void check_hyperparameters(const Eigen::VectorXd& log_values, int count) {
  if (log_values.size() != count)
    throw InputError("kernel hyper-parameters: {} values, expected {}", log_values.size(), count);
  if (!log_values.allFinite()) throw InputError("kernel hyper-parameters: not all are finite");
}
inline void check_bounds(const Bounds& bounds, int count) {
  if (bounds.lower.size() != count || bounds.upper.size() != count)
    throw InputError("kernel bounds: {} and {} values, expected {}", bounds.lower.size(), bounds.upper.size(),
                     count);
  if (!bounds.lower.allFinite() || !bounds.upper.allFinite() ||
      (bounds.lower.array() > bounds.upper.array()).any())
    throw InputError("kernel bounds: expected finite lower <= upper");
}

/// Kernel that holds the logarithms of p >= 0 hyper-parameters and their bounds. Base: Kernel<Input> or a
/// class derived from it (ContinuousKernel).
template <typename Base>
class FlatKernel : public Base {
 public:
  int hyperparameter_count() const final { return static_cast<int>(log_values_.size()); }
  Eigen::VectorXd hyperparameters() const final { return log_values_; }
  void set_hyperparameters(const Eigen::VectorXd& log_values) final {
    check_hyperparameters(log_values, hyperparameter_count());
    log_values_ = log_values;
    changed();
  }
  Bounds bounds() const final { return bounds_; }
  void set_bounds(const Bounds& log_bounds) final {
    check_bounds(log_bounds, hyperparameter_count());
    bounds_ = log_bounds;
  }

 protected:
  /// Sets p = count >= 0 logarithms to `log_value`, and their bounds to [log_lower, log_upper].
  void initialise(int count, double log_value, double log_lower, double log_upper) {
    log_values_ = Eigen::VectorXd::Constant(count, log_value);
    bounds_ = {Eigen::VectorXd::Constant(count, log_lower), Eigen::VectorXd::Constant(count, log_upper)};
  }

  /// Hook that is called after the hyper-parameters were set, for kernels that store values derived from
  /// them.
  virtual void changed() {}

  Eigen::VectorXd log_values_;  ///< p numbers; empty until initialise()

 private:
  Bounds bounds_;
};

}  // namespace bora::surrogates
