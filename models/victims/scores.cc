#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "models/victims/victim.h"

namespace bora::models {
namespace {

constexpr double kFloor = 1e-30;  // floor of probabilities

}  // namespace

std::string to_string(ScoreKind kind) {
  return kind == ScoreKind::logits ? "logits" : "probabilities";
}

LogProbabilities log_probabilities(const Scores& scores) {
  LogProbabilities out = scores.values.cast<double>();
  if (scores.kind == ScoreKind::probabilities) return out.array().max(kFloor).log();
  // log softmax(s) = s - max - log sum exp(s - max): the largest term of the sum is 1, so it neither
  // overflows nor underflows, and a class a thousand logits behind still gets its exact value.
  for (Eigen::Index i = 0; i < out.rows(); ++i) {
    const double largest = out.row(i).maxCoeff();
    out.row(i).array() -= largest;
    out.row(i).array() -= std::log(out.row(i).array().exp().sum());
  }
  return out;
}

Batch at_most(Batch scores) {
  for (auto row : scores.rowwise()) {
    float lowest = std::numeric_limits<float>::infinity();
    for (const float score : row)
      if (score != kHidden) lowest = std::min(lowest, score);
    row = (row.array() == kHidden).select(lowest, row);
  }
  return scores;
}

int predicted_class(const Scores& scores, int i) {
  // Not maxCoeff(&index): which of several equal maxima Eigen reports depends on its vector width.
  int best = 0;
  for (int j = 1; j < scores.values.cols(); ++j)
    if (scores.values(i, j) > scores.values(i, best)) best = j;
  return best;
}

Eigen::RowVectorXf gradient_of_scores(const Scores& scores, int i,
                                      const Eigen::Ref<const Eigen::RowVectorXd>& gradient_of_log_p) {
  const Scores row{scores.values.row(i), scores.kind};
  if (scores.kind == ScoreKind::probabilities) {
    const auto p = row.values.cast<double>().array();
    return (p > kFloor).select(gradient_of_log_p.array() / p.max(kFloor), 0.0).matrix().cast<float>();
  }
  // d log p_j / d s_i = [i = j] - p_i
  const Eigen::RowVectorXd log_p = log_probabilities(row);
  return (gradient_of_log_p.array() - log_p.array().exp() * gradient_of_log_p.sum()).matrix().cast<float>();
}

Batch Victim::pullback(const Batch& /*images*/, const Batch& /*cotangents*/) {
  throw std::logic_error("the victim has no gradients");
}

std::vector<int> predicted_classes(const Scores& scores) {
  std::vector<int> predicted;
  for (int i = 0; i < scores.values.rows(); ++i) predicted.push_back(predicted_class(scores, i));
  return predicted;
}

}  // namespace bora::models
