#include "report/assessment/figures/model_pairs.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "common/random.h"
#include "report/statistics/significance.h"

namespace bora::report {
namespace {

/// Returns whether the input resists; none if that is not known or the input is excluded.
std::optional<bool> resists(InputOutcome outcome) {
  if (outcome == InputOutcome::resisted || outcome == InputOutcome::safe) return true;
  if (outcome == InputOutcome::fooled || outcome == InputOutcome::misclassified) return false;
  return std::nullopt;
}

/// Returns the outcomes of the inputs that both models have; true: the input resists.
std::vector<PairedOutcome> pair_inputs(const BoundFigures& first, const BoundFigures& second) {
  std::vector<PairedOutcome> out;
  for (std::size_t i = 0; i < first.outcomes.size(); ++i) {
    if (first.outcomes[i] == InputOutcome::excluded || second.outcomes[i] == InputOutcome::excluded) continue;
    out.push_back({resists(first.outcomes[i]), resists(second.outcomes[i]), static_cast<int>(i)});
  }
  return out;
}

ModelPair compare(const Assessment& assessment, const std::vector<ModelFigures>& models, int first,
                  int second, std::size_t bound) {
  ModelPair pair;
  pair.first = first;
  pair.second = second;
  const auto& one = models[static_cast<std::size_t>(first)].bounds[bound];
  const auto& other = models[static_cast<std::size_t>(second)].bounds[bound];
  if (!one || !other) return pair;
  const auto pairs = pair_inputs(*one, *other);
  pair.inputs = static_cast<int>(pairs.size());
  if (pairs.empty()) return pair;
  BootstrapOptions bootstrap;
  bootstrap.seed = mix_seed(mix_seed(0, assessment.models[static_cast<std::size_t>(first)].name),
                            assessment.models[static_cast<std::size_t>(second)].name);
  static_cast<PairedDifference&>(pair) = paired_outcomes(pairs, bootstrap);
  return pair;
}

/// Returns Newcombe's interval of the difference of clean accuracies, from the Wilson intervals of both.
Interval difference_interval(const ModelFigures& first, const ModelFigures& second) {
  const double one = *first.clean_accuracy, other = *second.clean_accuracy;
  const Interval a = *first.clean_interval, b = *second.clean_interval;
  return {one - other - std::hypot(one - a.low, b.high - other),
          one - other + std::hypot(a.high - one, other - b.low)};
}

/// Adjusts the p-values by Holm's method and draws the conclusions.
void adjust(ModelPairs& family) {
  std::vector<std::optional<double>> p;
  for (const ModelPair& pair : family.pairs) {
    p.push_back(pair.p);
    family.tests += pair.p ? 1 : 0;
  }
  const auto adjusted = holm(p);
  for (std::size_t i = 0; i < family.pairs.size(); ++i) {
    ModelPair& pair = family.pairs[i];
    pair.adjusted = adjusted[i];
    if (!pair.adjusted || *pair.adjusted >= kSignificance) continue;
    pair.shown = *pair.difference > 0 ? Shown::better : Shown::worse;
  }
}

}  // namespace

ModelPair ModelPair::reversed() const {
  ModelPair other = *this;
  std::swap(other.first, other.second);
  std::swap(other.only_first, other.only_second);
  if (difference) other.difference = -*difference;
  if (interval) other.interval = Interval{-interval->high, -interval->low};
  if (shown != Shown::nothing) other.shown = shown == Shown::better ? Shown::worse : Shown::better;
  return other;
}

ModelPair ModelPairs::of(int first, int second) const {
  for (const ModelPair& pair : pairs) {
    if (pair.first == first && pair.second == second) return pair;
    if (pair.first == second && pair.second == first) return pair.reversed();
  }
  throw std::invalid_argument("ModelPairs::of: no such pair");
}

ModelPairs compare_robustness(const Assessment& assessment, const std::vector<ModelFigures>& models,
                              std::size_t bound) {
  ModelPairs family;
  for (int first = 0; first < static_cast<int>(models.size()); ++first)
    for (int second = first + 1; second < static_cast<int>(models.size()); ++second)
      family.pairs.push_back(compare(assessment, models, first, second, bound));
  adjust(family);
  return family;
}

ModelPairs compare_clean(const std::vector<ModelFigures>& models) {
  ModelPairs family;
  for (int first = 0; first < static_cast<int>(models.size()); ++first) {
    for (int second = first + 1; second < static_cast<int>(models.size()); ++second) {
      const ModelFigures& one = models[static_cast<std::size_t>(first)];
      const ModelFigures& other = models[static_cast<std::size_t>(second)];
      ModelPair pair;
      pair.first = first;
      pair.second = second;
      if (one.clean_accuracy && other.clean_accuracy) {
        pair.inputs = std::min(one.clean_inputs, other.clean_inputs);
        pair.difference = *one.clean_accuracy - *other.clean_accuracy;
        pair.interval = difference_interval(one, other);
        pair.p = fisher_exact(one.clean_correct, one.clean_inputs, other.clean_correct, other.clean_inputs);
      }
      family.pairs.push_back(pair);
    }
  }
  adjust(family);
  return family;
}

}  // namespace bora::report
