// Every number of an assessment's report, computed once; the formats only print it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/assess/report/assessment.h"
#include "tools/assess/report/figures/model_figures.h"
#include "tools/assess/report/figures/model_pairs.h"
#include "tools/assess/report/figures/recommendation.h"

namespace bora {

struct AssessmentSummary {
  std::vector<double> bounds;  ///< bounds of the runs, ascending: see bound_of
  std::size_t reference = 0;   ///< index of the bound at which models are compared; unused without bounds
  std::vector<int> points;     ///< query numbers at which success is reported; the last is the budget
  int small_budget = 0;        ///< the largest of the points that is at most a fifth of the budget
  std::vector<std::string> attacks;  ///< attacks of all runs
  std::vector<ModelFigures> models;  ///< by place in Assessment::models
  std::vector<ModelPairs> robust;    ///< by bound
  ModelPairs clean;
  /// By model: whether no other one is at least as good in robust accuracy at the reference bound, clean
  /// accuracy, weights and latency, as far as these are known of all, and better in one.
  std::vector<bool> front;
  Recommendation recommendation;
  bool complete = false;  ///< the assessment ended and every run of it did

  /// None: the model has no run at the reference bound.
  const std::optional<BoundFigures>& at_reference(std::size_t model) const;
};

/// Throws InputError if Assessment::bound is one that there is no run at.
AssessmentSummary summarise(const Assessment& assessment);

/// Any run of the assessment, for what they have in common: of the reference bound where there is one. Null:
/// none has begun.
const RunRecord* any_run(const Assessment& assessment, const AssessmentSummary& summary);

/// A run at a bound, by place; there is one.
const RunRecord& run_at(const Assessment& assessment, const AssessmentSummary& summary, std::size_t bound);

}  // namespace bora
