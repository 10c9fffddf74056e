#include "attacks/threat/objective.h"

#include <cmath>
#include <limits>

#include "common/error.h"

namespace bora {
namespace {

using Row = Eigen::Ref<const Eigen::RowVectorXd>;

double max_except(const Row& log_p, int skipped) {
  double best = -std::numeric_limits<double>::infinity();
  for (int j = 0; j < log_p.size(); ++j)
    if (j != skipped) best = std::max(best, log_p[j]);
  return best;
}

// log sum_{j != skipped} exp(log_p_j), without forming 1 - exp(log_p_skipped), which cancels when that class
// is sure.
double log_sum_except(const Row& log_p, int skipped) {
  const double largest = max_except(log_p, skipped);
  double sum = 0;
  for (int j = 0; j < log_p.size(); ++j)
    if (j != skipped) sum += std::exp(log_p[j] - largest);
  return largest + std::log(sum);
}

}  // namespace

Loss parse_loss(const std::string& name) {
  for (const Loss loss : {Loss::log_odds, Loss::margin, Loss::cross_entropy})
    if (to_string(loss) == name) return loss;
  throw InputError("loss: got '{}', expected margin, cross-entropy or log-odds", name);
}

std::string to_string(Loss loss) {
  switch (loss) {
    case Loss::log_odds:
      return "log-odds";
    case Loss::margin:
      return "margin";
    case Loss::cross_entropy:
      return "cross-entropy";
  }
  return "?";
}

double loss_value(Loss loss, const Goal& goal, const Row& log_p) {
  if (goal.target) {
    const int target = *goal.target;
    switch (loss) {
      case Loss::log_odds:
        return log_p[target] - log_sum_except(log_p, target);
      case Loss::margin:
        return log_p[target] - max_except(log_p, target);
      case Loss::cross_entropy:
        return log_p[target];
    }
  }
  if (loss == Loss::cross_entropy) return -log_p[goal.label];
  return max_except(log_p, goal.label) - log_p[goal.label];
}

Observation observe(const Scores& scores, const LogProbabilities& log_p, int i, const Goal& goal) {
  Observation seen;
  seen.log_p = log_p.row(i);
  seen.objective = loss_value(Loss::log_odds, goal, seen.log_p);
  // Decided on the scores as the victim gave them: a tie or a rounding in the logarithm must not make a
  // success.
  seen.predicted = predicted_class(scores, i);
  seen.adversarial = seen.success = goal.achieved(seen.predicted);
  return seen;
}

}  // namespace bora
