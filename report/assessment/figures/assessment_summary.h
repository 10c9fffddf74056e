// Every number of an assessment's report, computed once; the formats only print it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "report/assessment/figures/assessment.h"
#include "report/assessment/figures/model_figures.h"
#include "report/assessment/figures/model_pairs.h"
#include "report/assessment/figures/recommendation.h"

namespace bora::report {

struct AssessmentSummary {
  std::vector<double> bounds;  ///< bounds of the runs, ascending: see bound_of
  std::size_t reference = 0;   ///< index of the bound at which models are compared; unused without bounds
  std::vector<int> points;     ///< query numbers at which success is reported; the last is the budget
  int small_budget = 0;        ///< largest point that is at most a fifth of the budget, else the first
  std::vector<std::string> attacks;  ///< attacks of all runs
  std::vector<ModelFigures> models;  ///< by place in Assessment::models
  std::vector<ModelPairs> robust;    ///< by bound
  ModelPairs clean;
  /// Flags of the models on the Pareto front: no other model is at least as good in robust accuracy at the
  /// reference bound, clean accuracy, weights and latency, as far as known for all, and better in one.
  /// Latencies count as equal up to kSameLatency.
  std::vector<bool> front;
  Recommendation recommendation;
  bool complete = false;  ///< whether the assessment and all its runs are complete

  /// Returns the figures at the reference bound; none if the model has no run there.
  const std::optional<BoundFigures>& at_reference(std::size_t model) const;
};

/// Computes what the reports of an assessment show. Throws InputError if no run has Assessment::bound.
AssessmentSummary summarise(const Assessment& assessment);

/// Returns one run, for the properties that all runs share, at the reference bound if there is one. Null if
/// no run has begun.
const RunRecord* any_run(const Assessment& assessment, const AssessmentSummary& summary);

/// Returns a run at the bound with this index, which must exist.
const RunRecord& run_at(const Assessment& assessment, const AssessmentSummary& summary, std::size_t bound);

}  // namespace bora::report
