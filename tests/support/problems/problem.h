// Test functions over boxes, with known minimisers and minimum.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "surrogates/kernels/kernel.h"

namespace bora::surrogates {

/// Functions are given as the literature states them, to be minimised; `objective` is what bora maximises.
class Problem {
 public:
  virtual ~Problem() = default;

  virtual std::string name() const = 0;
  /// Returns the bounds, d each.
  virtual Bounds box() const = 0;
  /// Returns f(x), x: d, to be minimised.
  virtual double value(const Eigen::VectorXd& x) const = 0;
  /// Returns the values of the constraints, which x meets if none is above 0; none unless overridden.
  virtual Eigen::VectorXd constraints(const Eigen::VectorXd& /*x*/) const { return {}; }
  /// Returns the known global minimisers among the points that meet the constraints, k x d.
  virtual Eigen::MatrixXd minimisers() const = 0;
  /// Returns f at the minimisers.
  virtual double minimum() const = 0;

  int dimension() const { return static_cast<int>(box().lower.size()); }
  /// Returns -f(x), to be maximised; its maximum is -minimum().
  double objective(const Eigen::VectorXd& x) const { return -value(x); }
};

/// Returns the bounds that make up the box [low, high]^d.
inline Bounds cube(int d, double low, double high) {
  return {Eigen::VectorXd::Constant(d, low), Eigen::VectorXd::Constant(d, high)};
}

/// Returns the names branin, hartmann6, ackley, eggholder, michalewicz, rosenbrock, six_hump_camel, beale,
/// levy, styblinski_tang, hidden_hartmann6, langermann, shekel, cosine_mixture, griewank, powell, gramacy
/// (which has constraints).
const std::vector<std::string>& problem_names();

/// Returns the problem called `name`. dimension: number of variables; 0: the usual one. ackley, levy and
/// styblinski_tang take any >= 1, rosenbrock any >= 2, michalewicz 1 to 10 (usually 2); cosine_mixture and
/// griewank any >= 1 (8 and 6), powell any multiple of 4 (8), hidden_hartmann6 any >= 6 (50). The others have
/// a fixed one. Throws InputError with the nearest valid name, or the valid dimensions.
std::unique_ptr<Problem> make_problem(const std::string& name, int dimension = 0);

}  // namespace bora::surrogates
