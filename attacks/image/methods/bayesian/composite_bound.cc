#include "attacks/image/methods/bayesian/composite_bound.h"

#include <algorithm>
#include <cmath>

namespace bora::attacks {

Eigen::RowVectorXd slope_of(Loss loss, const Goal& goal, const Eigen::RowVectorXd& log_p) {
  const Eigen::RowVectorXd slope = loss_gradient(loss, goal, log_p);
  return slope - slope.sum() * log_p.array().exp().matrix();  // through the normalisation
}

Eigen::VectorXd upper_bounds(const CandidateRanker& ranker, const CandidateRanker::Ranking& ranking,
                             Loss loss, const Goal& goal, const Exploration& exploration) {
  constexpr double kUnhurried = 8;  // queries before exploration begins to fall
  const double beta = exploration.last + (exploration.first - exploration.last) *
                                             std::min(1.0, kUnhurried / ranker.size());
  Eigen::VectorXd bounds(ranking.mean.rows());
  Eigen::MatrixXd slopes(ranking.mean.rows(), ranking.mean.cols());
  for (Eigen::Index i = 0; i < bounds.size(); ++i) {
    const Eigen::RowVectorXd scores = ranking.mean.row(i);
    const double largest = scores.maxCoeff();
    const Eigen::RowVectorXd log_p =
        scores.array() - largest - std::log((scores.array() - largest).exp().sum());
    slopes.row(i) = slope_of(loss, goal, log_p);
    bounds[i] = loss_value(loss, goal, log_p);
  }
  const Eigen::VectorXd of_slopes = ranker.variances(slopes);
  for (Eigen::Index i = 0; i < bounds.size(); ++i)
    bounds[i] += beta * std::sqrt(of_slopes[i] * ranking.variance[i]);
  return bounds;
}

}  // namespace bora::attacks
