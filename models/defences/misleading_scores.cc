#include "models/defences/misleading_scores.h"

#include <algorithm>
#include <cmath>

namespace bora::models {
namespace {

// Two scores that single precision tells apart.
constexpr double kLeastMargin = 1e-3;

double mirrored(double margin, double interval) {
  const double middle = (std::floor(margin / interval) + 0.5) * interval;
  return std::max(2 * middle - margin, kLeastMargin);
}

// Sum over the classes but the predicted one of exp(-scale * distance to the runner-up): from all of them at
// scale 0 down to the runner-up alone.
double others(const Eigen::RowVectorXd& distances, int predicted, double scale) {
  double sum = 0;
  for (Eigen::Index j = 0; j < distances.size(); ++j)
    if (j != predicted) sum += std::exp(-scale * distances[j]);
  return sum;
}

double scale_for(const Eigen::RowVectorXd& distances, int predicted, double wanted) {
  // No class is shown further behind than single precision has room for beside the margin.
  constexpr double kFurthest = 50;
  if (others(distances, predicted, 0) <= wanted) return 0;
  const double furthest = std::max(distances.maxCoeff(), 1e-6);  // 0 where all are the runner-up's equals
  double low = 0, high = std::max(1.0, kFurthest / furthest);
  constexpr int kHalvings = 60;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (low + high) / 2;
    (others(distances, predicted, middle) > wanted ? low : high) = middle;
  }
  return high;
}

}  // namespace

Scores misleading(const Scores& scores, double interval) {
  const LogProbabilities log_p = log_probabilities(scores);
  Scores shown = scores;
  for (Eigen::Index i = 0; i < log_p.rows(); ++i) {
    const int predicted = predicted_class(scores, static_cast<int>(i));
    double runner_up = -INFINITY;
    for (Eigen::Index j = 0; j < log_p.cols(); ++j)
      if (j != predicted) runner_up = std::max(runner_up, log_p(i, j));
    const double top = log_p(i, predicted);
    // A tie stays one: it names no class.
    const bool tied = (scores.values.row(i).array() == scores.values.row(i).maxCoeff()).count() > 1;
    const double margin = tied ? 0 : mirrored(top - runner_up, interval);
    const Eigen::RowVectorXd distances = runner_up - log_p.row(i).array();
    // The probability of the predicted class is 1 / (1 + others * exp(-margin)). Where it is 1, the
    // exponential of the margin may be infinite.
    const double rest = -std::expm1(top) / std::exp(top);
    const double scale = scale_for(distances, predicted, rest > 0 ? rest * std::exp(margin) : 0);
    Eigen::RowVectorXd logits = -margin - scale * distances.array();
    logits[predicted] = 0;
    if (scores.kind == ScoreKind::probabilities) {
      const Eigen::RowVectorXd weights = logits.array().exp();
      logits = weights / weights.sum();
    } else {
      // At the height that the true scores have, so that the shift itself tells nothing.
      logits.array() += static_cast<double>(scores.values.row(i).mean()) - logits.mean();
    }
    shown.values.row(i) = logits.cast<float>();
    if (tied) continue;
    // Among large logits, single precision may round the margin off.
    const float below = std::nextafter(shown.values(i, predicted), -INFINITY);
    for (Eigen::Index j = 0; j < logits.size(); ++j)
      if (j != predicted) shown.values(i, j) = std::min(shown.values(i, j), below);
  }
  return shown;
}

}  // namespace bora::models
