// Test functions over categories and numbers, most with a known minimum.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "surrogates/space/mixed_space.h"

namespace bora::surrogates {

/// Problem over a mixed space. It is stated as in the literature, to be minimised; `objective` is what bora
/// maximises.
class MixedProblem {
 public:
  virtual ~MixedProblem() = default;

  virtual std::string name() const = 0;
  virtual const MixedSpace& space() const = 0;
  /// Returns f(point), to be minimised. Throws InputError for a point outside the space.
  double value(const Eigen::VectorXd& point) const;
  /// Returns the known minimisers, k x d.
  virtual Eigen::MatrixXd minimisers() const = 0;
  /// Returns the minimum; 0 if it is not known, so that a reported regret is then the value itself.
  virtual double minimum() const = 0;
  virtual bool minimum_known() const { return true; }

  double objective(const Eigen::VectorXd& point) const { return -value(point); }

 private:
  virtual double at(const Eigen::VectorXd& point) const = 0;
};

/// Returns the names: func2c, func3c, ackley2c to ackley5c, ackley53c, contamination, pest, pest80,
/// maxsat60.
const std::vector<std::string>& mixed_problem_names();
/// Returns the problem called `name`; throws InputError with the nearest valid name if there is none.
std::unique_ptr<MixedProblem> make_mixed_problem(const std::string& name);

}  // namespace bora::surrogates
