#include "lessons.h"

#include <cmath>
#include <limits>

#include "surrogates/gp/standardisation.h"
#include "surrogates/linalg/cholesky.h"

namespace bora::tools {

Eigen::MatrixXd class_weights(const RankingState& state) {
  const auto n = static_cast<double>(state.queries);
  const Eigen::MatrixXd X = state.observed.cast<double>();
  const Eigen::MatrixXd centred = X.rowwise() - X.colwise().mean();
  Eigen::MatrixXd K = centred * centred.transpose();
  K *= n / std::max(K.trace(), 1e-12);
  const Eigen::MatrixXd scores = state.log_p.colwise() - state.log_p.rowwise().mean();
  Eigen::MatrixXd Y(scores.rows(), scores.cols());
  Eigen::RowVectorXd deviations(scores.cols());
  for (Eigen::Index k = 0; k < Y.cols(); ++k) {
    const auto standard = Standardisation::of(scores.col(k));
    deviations[k] = standard.deviation;
    Y.col(k) = standard.apply(scores.col(k));
  }
  double best = -std::numeric_limits<double>::infinity();
  Eigen::MatrixXd alpha = Y;
  for (const double noise : {1e-3, 0.01, 0.05, 0.2, 0.5, 1.0}) {
    Eigen::MatrixXd noisy = K;
    noisy.diagonal().array() += noise;
    const auto factor = cholesky(noisy);
    if (!factor) continue;
    const Eigen::ArrayXd scales = (solve_lower(*factor, Y).colwise().squaredNorm() / n).transpose();
    const double log_evidence = -0.5 * n * scales.max(1e-12).log().sum() -
                                0.5 * static_cast<double>(Y.cols()) * log_determinant(*factor);
    if (log_evidence <= best) continue;
    best = log_evidence;
    alpha = solve(*factor, Y);
  }
  const Eigen::MatrixXd weights = centred.transpose() * alpha * deviations.asDiagonal();
  return weights / std::max(weights.norm(), 1e-12);
}

std::vector<const Eigen::MatrixXd*> lessons_for(const RankingState& state, const Recording& recording,
                                                const std::vector<Eigen::MatrixXd>& all, int most) {
  std::vector<const Eigen::MatrixXd*> lessons;
  for (std::size_t i = 0; i < all.size() && static_cast<int>(lessons.size()) < most; ++i)
    if (recording.trajectories[i].input != state.input) lessons.push_back(&all[i]);
  return lessons;
}

}  // namespace bora::tools
