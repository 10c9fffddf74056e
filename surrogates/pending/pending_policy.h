// What a model is told about points that were asked for and have no value yet.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "surrogates/gp/fitted_gaussian_process.h"

namespace bora {

/// Without it, an optimiser that is asked twice would ask twice for the same point.
class PendingPolicy {
 public:
  using Process = FittedGaussianProcess<Eigen::VectorXd>;
  virtual ~PendingPolicy() = default;

  /// `process` as it is to be seen while the point z (d, as the process's inputs) is pending. O(n^2). The
  /// process as it is where the point adds nothing numerically.
  Process given(Process process, const Eigen::VectorXd& z) const;

 protected:
  /// The value that the point, Z: 1 x d, is taken to have; none: nothing is told.
  virtual std::optional<double> value(const Process& process, const Eigen::MatrixXd& Z) const = 0;
};

/// The posterior mean at the point (Ginsbourger, Le Riche and Carraro 2010): the variance falls there, the
/// mean stays.
class KrigingBeliever final : public PendingPolicy {
  std::optional<double> value(const Process& process, const Eigen::MatrixXd& Z) const override;
};

/// One of the values observed (ibid.): the least keeps later points away, the largest brings them near, the
/// mean is between.
class ConstantLiar final : public PendingPolicy {
 public:
  explicit ConstantLiar(double lie) : lie_(lie) {}

 private:
  std::optional<double> value(const Process& process, const Eigen::MatrixXd& Z) const override;
  double lie_;
};

/// Nothing: only that the same point is never asked twice keeps batches apart.
class IgnorePending final : public PendingPolicy {
  std::optional<double> value(const Process& process, const Eigen::MatrixXd& Z) const override;
};

/// believer, liar-min, liar-mean, liar-max, none.
const std::vector<std::string>& pending_policy_names();

/// y: the targets observed, at least one. Throws InputError with the nearest valid name.
std::unique_ptr<PendingPolicy> make_pending_policy(const std::string& name, const Eigen::VectorXd& y);

}  // namespace bora
