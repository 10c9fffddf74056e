#include "surrogates/pending/lipschitz.h"

#include <algorithm>

#include "surrogates/optim/bounded_lbfgs.h"

namespace bora::surrogates {

double steepest_slope(const Posterior<Eigen::VectorXd>& posterior, int categories, const Bounds& box,
                      const Eigen::MatrixXd& starts) {
  constexpr int kEvaluations = 20;
  constexpr double kStep = 1e-5;
  const Eigen::Index d = starts.cols(), numbers = d - categories;
  Eigen::Index steepest = 0;
  double slope = posterior.mean_gradient(starts).rightCols(numbers).rowwise().norm().maxCoeff(&steepest);
  if (!(slope > 0)) return 0;

  // The gradient of the norm is the Hessian of the mean times the unit vector along its gradient. It is a
  // directional derivative of the gradient, so two further gradients give it by finite differences for any d.
  const SmoothFunction flatness = [&](const Eigen::VectorXd& x, Eigen::VectorXd& gradient) {
    gradient = Eigen::VectorXd::Zero(d);
    const Eigen::VectorXd along = posterior.mean_gradient(x.transpose()).row(0).tail(numbers).transpose();
    const double norm = along.norm();
    if (!(norm > 0)) return 0.0;
    Eigen::MatrixXd ends(2, d);
    ends << x.transpose(), x.transpose();
    ends.row(0).tail(numbers) += (kStep / norm) * along.transpose();
    ends.row(1).tail(numbers) -= (kStep / norm) * along.transpose();
    const Eigen::MatrixXd at_ends = posterior.mean_gradient(ends);
    gradient.tail(numbers) = -(at_ends.row(0) - at_ends.row(1)).tail(numbers).transpose() / (2 * kStep);
    return -norm;
  };
  Eigen::VectorXd start = starts.row(steepest).transpose();
  Bounds around = box;
  around.lower.head(categories) = around.upper.head(categories) = start.head(categories);
  BoundedLbfgsOptions search;
  search.max_evaluations = kEvaluations;
  return std::max(slope, -minimise_bounded(flatness, start, around.lower, around.upper, search).value);
}

}  // namespace bora::surrogates
