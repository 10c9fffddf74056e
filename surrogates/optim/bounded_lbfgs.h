// Minimisation of a smooth function inside a box, by L-BFGS-B.
#pragma once

#include <functional>

#include <Eigen/Core>

namespace bora::surrogates {

/// Function that returns f(x) and writes its gradient (same size as x). A value or gradient that is not
/// finite counts as a very large value, from which the line search steps back.
using SmoothFunction = std::function<double(const Eigen::VectorXd& x, Eigen::VectorXd& gradient)>;

/// Reason why a minimisation ended.
enum class Termination {
  converged,         ///< projected gradient or relative decrease below its tolerance
  iteration_limit,   ///< max_iterations were made
  evaluation_limit,  ///< max_evaluations were made
  stalled,           ///< the line search finds no better point, even after a restart without history
  not_finite,        ///< f was not finite at any point tried
};

struct BoundedLbfgsOptions {
  int max_iterations = 100;          ///< maximum number of iterations, >= 1
  int max_evaluations = 300;         ///< maximum number of evaluations of f and its gradient, >= 1
  int history = 6;                   ///< number of correction pairs of the limited-memory Hessian, >= 1
  double gradient_tolerance = 1e-6;  ///< tolerance of the infinity norm of the projected gradient
  double value_tolerance = 1e-10;    ///< relative decrease of f in one iteration below which the search stops
};

struct BoundedLbfgsSummary {
  Eigen::VectorXd x;  ///< best point evaluated; the start if f was not finite anywhere
  double value = 0;   ///< f(x); infinity if f was not finite anywhere
  int evaluations = 0;
  Termination termination = Termination::converged;
};

/// Minimises `function` within bounds by the algorithm of Byrd, Lu, Nocedal and Zhu 1995 (LBFGSpp), restarted
/// without history if a line search fails. start, lower, upper: of one size, lower <= upper; start is moved
/// into the bounds. Exceptions that `function` throws are passed on.
BoundedLbfgsSummary minimise_bounded(const SmoothFunction& function, const Eigen::VectorXd& start,
                                     const Eigen::VectorXd& lower, const Eigen::VectorXd& upper,
                                     const BoundedLbfgsOptions& options = {});

}  // namespace bora::surrogates
