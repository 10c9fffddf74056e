#include "attacks/threat/objective.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "common/error.h"
#include "common/order.h"

namespace bora::attacks {
namespace {

using Row = Eigen::Ref<const Eigen::RowVectorXd>;

double max_except(const Row& log_p, int skipped) {
  double largest = -std::numeric_limits<double>::infinity();
  for (const auto& classes : {log_p.head(skipped), log_p.tail(log_p.size() - skipped - 1)})
    if (classes.size() > 0) largest = std::max(largest, classes.maxCoeff<Eigen::PropagateNumbers>());
  return largest;
}

// Returns the class with the largest value except `skipped`; ties go to the first.
int best_except(const Row& log_p, int skipped) {
  const double largest = max_except(log_p, skipped);
  for (int j = 0; j < log_p.size(); ++j)
    if (j != skipped && log_p[j] == largest) return j;
  return skipped == 0 ? 1 : 0;
}

// Returns log sum_{j != skipped} exp(log_p_j). 1 - exp(log_p_skipped) would suffer cancellation where the
// probability of `skipped` is nearly 1.
double log_sum_except(const Row& log_p, int skipped) {
  const double largest = max_except(log_p, skipped);
  const auto sum = [&](const auto& classes) { return (classes.array() - largest).exp().sum(); };
  return largest + std::log(sum(log_p.head(skipped)) + sum(log_p.tail(log_p.size() - skipped - 1)));
}

// Returns the log-odds of all classes but `label` together against `label`.
double log_odds_against(const Row& log_p, int label) {
  return log_sum_except(log_p, label) - log_p[label];
}

// Returns -log f_y, computed from the log-odds against y. -log_p[y] would round to 0 where f_y is nearly 1,
// and an attack would see no change.
double cross_entropy_of(double log_odds) {
  return std::max(log_odds, 0.0) + std::log1p(std::exp(-std::abs(log_odds)));
}

// Divisor of Loss::dlr and its gradient w.r.t. log_p.
struct Spread {
  double value = 1;
  Eigen::RowVectorXd gradient;
};

Spread spread_of(const Goal& goal, const Row& log_p) {
  constexpr double kLeast = 1e-12;
  const auto classes = static_cast<int>(log_p.size());
  Spread spread{1, Eigen::RowVectorXd::Zero(classes)};
  if (classes < 3) return spread;
  const std::vector<int> order = descending(log_p);
  spread.gradient[order[0]] = 1;
  const int last = goal.target ? 3 : 2;
  for (int rank = 2; rank <= last; ++rank)
    spread.gradient[order[static_cast<std::size_t>(std::min(rank, classes - 1))]] -= 1.0 / (last - 1);
  spread.value = spread.gradient.dot(log_p) + kLeast;
  return spread;
}

}  // namespace

Loss parse_loss(const std::string& name) {
  for (const Loss loss : {Loss::log_odds, Loss::margin, Loss::cross_entropy, Loss::label_gap, Loss::dlr})
    if (to_string(loss) == name) return loss;
  throw InputError("loss: got '{}', expected margin, cross-entropy, log-odds, label-gap or dlr", name);
}

std::string to_string(Loss loss) {
  constexpr const char* kNames[] = {"log-odds", "margin", "cross-entropy", "label-gap", "dlr"};
  return kNames[static_cast<int>(loss)];
}

double loss_value(Loss loss, const Goal& goal, const Row& log_p) {
  if (loss == Loss::dlr) return loss_value(Loss::label_gap, goal, log_p) / spread_of(goal, log_p).value;
  if (goal.target) {
    const int target = *goal.target;
    switch (loss) {
      case Loss::log_odds:
        return log_p[target] - log_sum_except(log_p, target);
      case Loss::margin:
        return log_p[target] - max_except(log_p, target);
      case Loss::cross_entropy:
        return log_p[target];
      case Loss::label_gap:
        return log_p[target] - log_p[goal.label];
      case Loss::dlr:
        break;
    }
  }
  if (loss == Loss::cross_entropy) return cross_entropy_of(log_odds_against(log_p, goal.label));
  return max_except(log_p, goal.label) - log_p[goal.label];
}

Eigen::RowVectorXd loss_gradient(Loss loss, const Goal& goal, const Row& log_p) {
  if (loss == Loss::dlr) {
    const Spread spread = spread_of(goal, log_p);
    const double ratio = loss_value(Loss::label_gap, goal, log_p) / spread.value;
    return (loss_gradient(Loss::label_gap, goal, log_p) - ratio * spread.gradient) / spread.value;
  }
  Eigen::RowVectorXd gradient = Eigen::RowVectorXd::Zero(log_p.size());
  if (!goal.target) {
    gradient[goal.label] = -1;
    if (loss != Loss::cross_entropy) {
      gradient[best_except(log_p, goal.label)] = 1;
      return gradient;
    }
    // d/dx_j of -log f_y is the share of class j among the classes other than y, times 1 - f_y.
    gradient = (log_p.array() - log_sum_except(log_p, goal.label)).exp();
    gradient[goal.label] = -1;
    return gradient / (1 + std::exp(-log_odds_against(log_p, goal.label)));
  }
  const int target = *goal.target;
  if (loss == Loss::label_gap) gradient[goal.label] = -1;
  if (loss == Loss::margin) gradient[best_except(log_p, target)] = -1;
  // d/dx_j of -log sum_{j != t} exp(x_j) is minus the share of class j among the classes other than t.
  if (loss == Loss::log_odds) gradient = -(log_p.array() - log_sum_except(log_p, target)).exp();
  gradient[target] = 1;
  return gradient;
}

Observation observe_label(int predicted, const Goal& goal, bool inside) {
  Observation seen;
  seen.predicted = predicted;
  seen.adversarial = goal.achieved(predicted);
  seen.success = seen.adversarial && inside;
  seen.objective = seen.adversarial ? 1 : -1;
  return seen;
}

bool reaches(const Goal& goal, const Scores& scores, int i) {
  const auto row = scores.values.row(i);
  const auto largest = row.maxCoeff();
  if (!goal.target) return goal.label < 0 || goal.label >= row.size() || row[goal.label] < largest;
  return row[*goal.target] == largest && (row.array() == largest).count() == 1;
}

bool tied(const Scores& scores, int i) {
  if (scores.values.cols() < 2) return false;
  const auto row = scores.values.row(i);
  return (row.array() == row.maxCoeff()).count() > 1;
}

Observation observe(const Scores& scores, const LogProbabilities& log_p, int i, const Goal& goal, bool inside,
                    Loss objective) {
  // Success is decided on the victim's scores, because ties and rounding of the logarithms must not cause
  // one.
  Observation seen = observe_label(predicted_class(scores, i), goal, inside);
  if (!reaches(goal, scores, i)) seen.adversarial = seen.success = false;
  seen.log_p = log_p.row(i);
  // A label outside the classes has no score to compare with.
  if (!goal.target && (goal.label < 0 || goal.label >= scores.values.cols())) return seen;
  seen.objective = loss_value(objective, goal, seen.log_p);
  return seen;
}

}  // namespace bora::attacks
