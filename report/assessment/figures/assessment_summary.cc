#include "report/assessment/figures/assessment_summary.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "common/error.h"
#include "report/assessment/figures/pareto.h"
#include "report/assessment/figures/same_inputs.h"
#include "report/figures/observations.h"

namespace bora::report {
namespace {

std::vector<double> bounds_of(const Assessment& assessment) {
  std::vector<double> bounds;
  for (const AssessedModel& model : assessment.models)
    for (const RunRecord& run : model.runs) bounds.push_back(bound_of(run));
  std::ranges::sort(bounds);
  bounds.erase(std::unique(bounds.begin(), bounds.end(), same_bound), bounds.end());
  return bounds;
}

/// Finds the reference bound and returns its index. The default is the middle one, since at the smallest
/// bound all models may resist, and at the largest none. The default must not depend on the results.
std::size_t reference_place(const Assessment& assessment, const std::vector<double>& bounds) {
  if (bounds.empty()) return 0;
  if (!assessment.bound) return bounds.size() / 2;
  const auto at =
      std::ranges::find_if(bounds, [&](double bound) { return same_bound(bound, *assessment.bound); });
  if (at == bounds.end())
    throw InputError("{}: bound is {:g}, but no run has been made at it",
                     (assessment.folder / "models.json").string(), *assessment.bound);
  return static_cast<std::size_t>(at - bounds.begin());
}

/// Returns the largest budget of all runs. On graphs, the budget depends on the number of edits allowed.
int largest_budget(const Assessment& assessment) {
  int budget = 0;
  for (const AssessedModel& model : assessment.models)
    for (const RunRecord& run : model.runs) budget = std::max(budget, run.budget);
  return budget;
}

int small_budget(const std::vector<int>& points) {
  int small = points.front();
  for (const int queries : points)
    if (queries <= points.back() / 5) small = queries;
  return small;
}

/// Returns the rows of pareto_front(): robust accuracy, clean accuracy, negated number of weights, and
/// negated logarithm of the latency of each model. A model without a run at the reference bound has no
/// values.
std::vector<std::vector<std::optional<double>>> pareto_rows(const Assessment& assessment,
                                                            const AssessmentSummary& summary) {
  std::vector<std::vector<std::optional<double>>> rows;
  for (std::size_t m = 0; m < summary.models.size(); ++m) {
    const AssessedModel& model = assessment.models[m];
    const auto& at = summary.at_reference(m);
    if (!at || !at->worst.accuracy_low) {
      rows.emplace_back(4);
      continue;
    }
    const auto cost = [](const auto& value) {
      return value ? std::optional(-static_cast<double>(*value)) : std::nullopt;
    };
    const auto speed =
        model.latency && *model.latency > 0 ? std::optional(-std::log(*model.latency)) : std::nullopt;
    rows.push_back({at->worst.accuracy_low, summary.models[m].clean_accuracy, cost(model.weights), speed});
  }
  return rows;
}

bool all_complete(const Assessment& assessment, const AssessmentSummary& summary) {
  if (assessment.status != "complete" || summary.bounds.empty()) return false;
  for (std::size_t m = 0; m < summary.models.size(); ++m) {
    if (!assessment.models[m].not_begun.empty()) return false;
    for (const auto& of_bound : summary.models[m].bounds)
      if (of_bound && !of_bound->complete) return false;
  }
  return true;
}

}  // namespace

const std::optional<BoundFigures>& AssessmentSummary::at_reference(std::size_t model) const {
  static const std::optional<BoundFigures> kNone;
  return bounds.empty() ? kNone : models[model].bounds[reference];
}

AssessmentSummary summarise(const Assessment& assessment) {
  AssessmentSummary summary;
  summary.bounds = bounds_of(assessment);
  summary.reference = reference_place(assessment, summary.bounds);
  if (!summary.bounds.empty()) {
    const RunRecord& run = *any_run(assessment, summary);
    summary.attacks = attack_names(run);
    summary.points = chosen_points({}, run, largest_budget(assessment));
    summary.small_budget = small_budget(summary.points);
  }
  for (const AssessedModel& model : assessment.models)
    summary.models.push_back(model_figures(model, summary.bounds, summary.points));
  for (std::size_t b = 0; b < summary.bounds.size(); ++b)
    summary.robust.push_back(compare_robustness(assessment, summary.models, b));
  summary.clean = compare_clean(summary.models);
  summary.front = pareto_front(pareto_rows(assessment, summary), {0, 0, 0, std::log(kSameLatency)});
  if (summary.bounds.empty()) {
    summary.recommendation.why_none = "no model has been attacked yet";
  } else {
    summary.recommendation = recommend(assessment, summary.models, summary.reference,
                                       summary.robust[summary.reference], summary.clean);
  }
  summary.complete = all_complete(assessment, summary);
  return summary;
}

const RunRecord* any_run(const Assessment& assessment, const AssessmentSummary& summary) {
  return summary.bounds.empty() ? nullptr : &run_at(assessment, summary, summary.reference);
}

const RunRecord* reference_run(const Assessment& assessment, const AssessmentSummary& summary,
                               std::size_t model) {
  const auto& figures = summary.at_reference(model);
  return figures ? &assessment.models[model].runs[static_cast<std::size_t>(figures->run)] : nullptr;
}

const RunRecord& run_at(const Assessment& assessment, const AssessmentSummary& summary, std::size_t bound) {
  for (const AssessedModel& model : assessment.models)
    for (const RunRecord& run : model.runs)
      if (same_bound(bound_of(run), summary.bounds[bound])) return run;
  throw std::logic_error("run_at: no run at this bound");
}

}  // namespace bora::report
