#include "surrogates/optim/bounded_lbfgs.h"

#include <cmath>
#include <exception>
#include <limits>

#include <LBFGSB.h>

namespace bora::surrogates {
namespace {

/// Exception that ends the search: throwing is the only way out of LBFGSpp's line search.
struct EvaluationLimit {};

/// Function object called by LBFGSpp. It counts evaluations, remembers the best point, and throws
/// EvaluationLimit at the limit.
class Recorder {
 public:
  Recorder(const SmoothFunction& function, int max_evaluations)
      : function_(function), max_evaluations_(max_evaluations) {}

  double operator()(const Eigen::VectorXd& x, Eigen::VectorXd& gradient) {
    if (evaluations >= max_evaluations_) throw EvaluationLimit{};
    ++evaluations;
    // LBFGSpp may try a point that is not finite. It is to blame for an exception of the function there.
    in_function = x.allFinite();
    const double value = function_(x, gradient);
    in_function = false;
    if (!std::isfinite(value) || !gradient.allFinite()) {
      gradient.setZero();
      return kWall;
    }
    if (value < best_value) {
      best_value = value;
      best = x;
    }
    return value;
  }

  Eigen::VectorXd best;
  double best_value = std::numeric_limits<double>::infinity();
  int evaluations = 0;
  bool in_function = false;  // whether the function is evaluated at a finite point, or has thrown there

 private:
  static constexpr double kWall = 1e100;  // large value, from which the line search steps back
  const SmoothFunction& function_;
  int max_evaluations_;
};

}  // namespace

BoundedLbfgsSummary minimise_bounded(const SmoothFunction& function, const Eigen::VectorXd& start,
                                     const Eigen::VectorXd& lower, const Eigen::VectorXd& upper,
                                     const BoundedLbfgsOptions& options) {
  Recorder recorder(function, options.max_evaluations);
  LBFGSpp::LBFGSBParam<double> parameters;
  parameters.m = options.history;
  parameters.epsilon = options.gradient_tolerance;
  parameters.epsilon_rel = 0;
  parameters.past = 1;
  parameters.delta = options.value_tolerance;
  parameters.max_iterations = options.max_iterations;
  parameters.max_linesearch = 20;

  BoundedLbfgsSummary summary;
  Eigen::VectorXd x = start.cwiseMax(lower).cwiseMin(upper);
  for (;;) {
    const double before = recorder.best_value;
    try {
      double value = 0;
      LBFGSpp::LBFGSBSolver<double> solver(parameters);
      const int iterations = solver.minimize(recorder, x, value, lower, upper);
      summary.termination =
          iterations >= options.max_iterations ? Termination::iteration_limit : Termination::converged;
      break;
    } catch (const EvaluationLimit&) {
      summary.termination = Termination::evaluation_limit;
      break;
    } catch (const std::exception&) {
      if (recorder.in_function) throw;
      // LBFGSpp reports a failed line search by an exception. A stale Hessian is the usual cause, so the
      // search is restarted from the best point as long as that finds better points.
      summary.termination = Termination::stalled;
      if (!std::isfinite(recorder.best_value)) break;
      if (std::isfinite(before) && recorder.best_value >= before - 1e-12 * (1 + std::abs(before))) break;
      x = recorder.best;
    }
  }
  summary.evaluations = recorder.evaluations;
  summary.value = recorder.best_value;
  if (std::isfinite(recorder.best_value)) {
    summary.x = recorder.best;
  } else {
    summary.x = start.cwiseMax(lower).cwiseMin(upper);
    summary.termination = Termination::not_finite;
  }
  return summary;
}

}  // namespace bora::surrogates
