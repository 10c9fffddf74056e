// Piecewise-linear model of integer and real variables.
#pragma once

#include <vector>

#include <Eigen/Core>

#include "common/random.h"

namespace bora::surrogates {

/// Sum of c_k max(0, z_k(x)) with z_k(x) = w_k x + b_k, the surrogate of MVRSM (Bliek et al. 2021, section
/// 3). The first `whole` of the d variables are integers. The functions z are
/// - the constant 1,
/// - x_i - v and v - x_i for each integer v in the range of an integer variable, except those that are at
///   most 0 in the whole range,
/// - the same for the differences of consecutive integer variables,
/// - for each real variable a random direction over all variables, with several random offsets: as many as an
///   integer variable has functions on average, or kFewestParallel without integer variables.
/// Without the functions of real variables, every local minimum is at integers.
class ReluModel {
 public:
  static constexpr int kFewestParallel = 10;
  static constexpr int kMostFunctions = 20000;

  /// lower, upper: bounds of the d variables, lower < upper; those of the first `whole` are integers. Throws
  /// InputError if there are more than kMostFunctions functions.
  ReluModel(Eigen::VectorXd lower, Eigen::VectorXd upper, int whole, Rng& rng);

  int functions() const { return static_cast<int>(offsets_.size()); }
  /// Returns max(0, z_k(x)) for all k. x: d values.
  Eigen::VectorXd basis(const Eigen::VectorXd& x) const;
  /// Sets the weights to those that minimise the sum of (y_i - value(x_i))^2 + regularisation |c - c_0|^2,
  /// which is what the paper's recursive least squares computes. c_0 is 1 for functions of integer variables
  /// alone and 0 for the others. X: n x d, y: n, regularisation > 0.
  void fit(const Eigen::MatrixXd& X, const Eigen::VectorXd& y, double regularisation);
  /// Returns the value at x and writes the gradient (d). Where z_k = 0, half of the slope of function k
  /// counts.
  double value(const Eigen::VectorXd& x, Eigen::VectorXd& gradient) const;
  /// Returns a local minimum within the bounds, reached from `start` in at most 20 steps of L-BFGS-B.
  Eigen::VectorXd minimum(const Eigen::VectorXd& start) const;

 private:
  // z_k has at most two coefficients, unless it belongs to a random direction.
  struct Function {
    int first = -1, second = -1;  // variables with coefficients `sign` and -sign; -1: none
    double sign = 0;
    int direction = -1;  // row of directions_; -1: none
  };
  void add_steps(int first, int second, double lowest, double highest);
  Eigen::VectorXd arguments(const Eigen::VectorXd& x) const;

  Eigen::VectorXd lower_, upper_;
  std::vector<Function> functions_;
  std::vector<double> offsets_;  // b_k
  Eigen::MatrixXd directions_;   // number of real variables x d
  int of_integers_ = 0;          // functions 1 to of_integers_ are of integer variables alone
  Eigen::VectorXd weights_;      // weights c
};

}  // namespace bora::surrogates
