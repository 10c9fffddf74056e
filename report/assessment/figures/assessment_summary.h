// All figures of an assessment's report, computed once for all formats.
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

/// Figures of an assessment.
struct AssessmentSummary {
  std::vector<double> bounds;  ///< distinct bounds of the runs, ascending; see bound_of()
  std::size_t reference = 0;   ///< index of the bound at which models are compared; unused without bounds
  std::vector<int> points;     ///< query numbers at which success is reported; the last is the budget
  int small_budget = 0;        ///< largest point that is at most a fifth of the budget, or else the first
  std::vector<std::string> attacks;  ///< attacks, the same in all runs
  std::vector<ModelFigures> models;  ///< in the order of Assessment::models
  std::vector<ModelPairs> robust;    ///< comparisons of robust accuracy, by index of the bound
  ModelPairs clean;                  ///< comparisons of clean accuracy
  /// Flags of the models that are on the Pareto front: no other model is at least as good in robust accuracy
  /// at the reference bound, clean accuracy, weights and latency, and better in one. A figure that is not
  /// known for some model is left out. Latencies count as equal up to kSameLatency.
  std::vector<bool> front;
  Recommendation recommendation;
  bool complete = false;  ///< whether the assessment and all its runs are complete

  /// Returns the figures at the reference bound; none if the model has no run there.
  const std::optional<BoundFigures>& at_reference(std::size_t model) const;
};

/// Computes the figures of an assessment. Throws InputError if no run has Assessment::bound.
AssessmentSummary summarise(const Assessment& assessment);

/// Returns a run at the reference bound, for properties that all runs share; null if no run has begun.
const RunRecord* any_run(const Assessment& assessment, const AssessmentSummary& summary);

/// Returns the run of a model at the reference bound; null if the model has none there.
const RunRecord* reference_run(const Assessment& assessment, const AssessmentSummary& summary,
                               std::size_t model);

/// Returns one of the runs at the bound with the index `bound`. Throws std::logic_error if there is none.
const RunRecord& run_at(const Assessment& assessment, const AssessmentSummary& summary, std::size_t bound);

}  // namespace bora::report
