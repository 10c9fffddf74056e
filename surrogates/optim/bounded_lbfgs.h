// Minimisation of a smooth function inside a box, by L-BFGS-B.
#pragma once

#include <functional>

#include <Eigen/Core>

namespace bora::surrogates {

/// Function that returns f(x) and writes its gradient (same size as x). A value that is not finite is taken
/// as "far too large here" and never becomes the result, unless it is all there is.
using SmoothFunction = std::function<double(const Eigen::VectorXd& x, Eigen::VectorXd& gradient)>;

enum class Termination {
  converged,         ///< projected gradient or relative decrease below its tolerance
  iteration_limit,   ///< max_iterations were made
  evaluation_limit,  ///< max_evaluations were made
  stalled,           ///< the line search finds no better point, even after a restart without history
  not_finite,        ///< f was not finite at any point tried
};
const char* to_string(Termination termination);

struct BoundedLbfgsOptions {
  int max_iterations = 100;
  int max_evaluations = 300;
  int history = 6;                   ///< pairs of the limited-memory Hessian
  double gradient_tolerance = 1e-6;  ///< on the infinity norm of the projected gradient
  double value_tolerance = 1e-10;    ///< the search stops if one iteration decreases f by less, relatively
};

struct BoundedLbfgsSummary {
  Eigen::VectorXd x;  ///< the best point evaluated
  double value = 0;
  int evaluations = 0;
  Termination termination = Termination::converged;
};

/// Minimises `function` within bounds by the algorithm of Byrd, Lu, Nocedal and Zhu 1995 (LBFGSpp). start,
/// lower, upper: of one size, lower <= upper.
BoundedLbfgsSummary minimise_bounded(const SmoothFunction& function, const Eigen::VectorXd& start,
                                     const Eigen::VectorXd& lower, const Eigen::VectorXd& upper,
                                     const BoundedLbfgsOptions& options = {});

}  // namespace bora::surrogates
