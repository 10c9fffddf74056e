#include "models/defences/misleading_scores.h"

#include <algorithm>
#include <cmath>

namespace bora::models {
namespace {

// Smallest margin of two scores that single precision distinguishes.
constexpr double kLeastMargin = 1e-3;

// Returns the margin mirrored about the middle of its interval.
double mirrored(double margin, double interval) {
  const double middle = (std::floor(margin / interval) + 0.5) * interval;
  return std::max(2 * middle - margin, kLeastMargin);
}

// Returns the sum of exp(-scale * distance to the runner-up) over all classes except the predicted one. At
// scale 0 it is the number of these classes; for large scales only the runner-up counts.
double others(const Eigen::RowVectorXd& distances, int predicted, double scale) {
  double sum = 0;
  for (Eigen::Index j = 0; j < distances.size(); ++j)
    if (j != predicted) sum += std::exp(-scale * distances[j]);
  return sum;
}

// Returns the scale at which others() is `wanted`, by bisection; 0 if it is less than that at scale 0.
double scale_for(const Eigen::RowVectorXd& distances, int predicted, double wanted) {
  // Bound on the scaled distance between the runner-up and another class, so that single precision can
  // represent both it and the margin.
  constexpr double kFurthest = 50;
  if (others(distances, predicted, 0) <= wanted) return 0;
  const double furthest = std::max(distances.maxCoeff(), 1e-6);  // the distances may all be 0
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
    // A tie stays a tie, because it does not identify a class.
    const bool tied = (scores.values.row(i).array() == scores.values.row(i).maxCoeff()).count() > 1;
    const double margin = tied ? 0 : mirrored(top - runner_up, interval);
    const Eigen::RowVectorXd distances = runner_up - log_p.row(i).array();
    // The probability of the predicted class is 1 / (1 + others() * exp(-margin)). If it is 1, `rest` is 0
    // and exp(margin) may be infinite, so that their product would be NaN.
    const double rest = -std::expm1(top) / std::exp(top);
    const double scale = scale_for(distances, predicted, rest > 0 ? rest * std::exp(margin) : 0);
    Eigen::RowVectorXd logits = -margin - scale * distances.array();
    logits[predicted] = 0;
    if (scores.kind == ScoreKind::probabilities) {
      const Eigen::RowVectorXd weights = logits.array().exp();
      logits = weights / weights.sum();
    } else {
      // Shifts them to the mean of the true scores, which logits of the same probabilities would have, too.
      logits.array() += static_cast<double>(scores.values.row(i).mean()) - logits.mean();
    }
    shown.values.row(i) = logits.cast<float>();
    if (tied) continue;
    // If logits are large, rounding to single precision may remove the margin.
    const float below = std::nextafter(shown.values(i, predicted), -INFINITY);
    for (Eigen::Index j = 0; j < logits.size(); ++j)
      if (j != predicted) shown.values(i, j) = std::min(shown.values(i, j), below);
  }
  return shown;
}

}  // namespace bora::models
