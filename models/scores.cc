#include <cmath>

#include "models/victim.h"

namespace bora {

std::string to_string(ScoreKind kind) {
  return kind == ScoreKind::logits ? "logits" : "probabilities";
}

LogProbabilities log_probabilities(const Scores& scores) {
  LogProbabilities out = scores.values.cast<double>();
  if (scores.kind == ScoreKind::probabilities) {
    constexpr double kFloor = 1e-30;
    return out.array().max(kFloor).log();
  }
  // log softmax(s) = s - max - log sum exp(s - max): the largest term of the sum is 1, so it neither
  // overflows nor underflows, and a class a thousand logits behind still gets its exact value.
  for (Eigen::Index i = 0; i < out.rows(); ++i) {
    const double largest = out.row(i).maxCoeff();
    out.row(i).array() -= largest;
    out.row(i).array() -= std::log(out.row(i).array().exp().sum());
  }
  return out;
}

int predicted_class(const Scores& scores, int i) {
  // Not maxCoeff(&index): which of several equal maxima Eigen reports depends on its vector width.
  int best = 0;
  for (int j = 1; j < scores.values.cols(); ++j)
    if (scores.values(i, j) > scores.values(i, best)) best = j;
  return best;
}

}  // namespace bora
