// The tables of an assessment, for both Markdown and HTML.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "report/assessment/figures/assessment_summary.h"
#include "report/words/report_table.h"

namespace bora::report {

/// Returns one row per model: clean accuracy, robust accuracy at each bound, median queries, weights,
/// latency, training, front, checks.
ReportTable models_table(const Assessment& assessment, const AssessmentSummary& summary);

/// Returns success by number of queries at a bound, one row per model and attack of `attacks`, see
/// attack_choices.
ReportTable budget_table(const Assessment& assessment, const AssessmentSummary& summary, std::size_t bound,
                         const std::vector<std::string>& attacks);

/// Returns the values of the chart over bounds: robust accuracy, and success of `attacks` within the whole
/// budget, one row per model and figure.
ReportTable bounds_table(const Assessment& assessment, const AssessmentSummary& summary,
                         const std::vector<std::string>& attacks);

/// Returns the objectives of the Pareto front, one row per model, numbered as in the chart.
ReportTable front_table(const Assessment& assessment, const AssessmentSummary& summary);

/// Returns the tests of every two models.
ReportTable pairs_table(const Assessment& assessment, const AssessmentSummary& summary, std::size_t bound);
ReportTable clean_pairs_table(const Assessment& assessment, const AssessmentSummary& summary);

/// Returns the networks that the search evaluated, finalists first, then by the objective.
ReportTable search_table(const Assessment& assessment);

/// Returns the results of the checks over all bounds, one row per check, one column per model.
ReportTable checks_table(const Assessment& assessment, const AssessmentSummary& summary);

/// Returns the success curve of one attack, or of all attacks together if `attack` is "".
const SuccessFigures& success_of(const BoundFigures& figures, const std::string& attack);

/// Returns the name of the model that was made of this network, e.g. "search-2"; "" if there is none.
std::string model_of_network(const Assessment& assessment, const SearchedNetwork& network);

/// Returns "" (all attacks together), then each attack of the assessment; a single attack is returned alone.
std::vector<std::string> attack_choices(const AssessmentSummary& summary);

/// Returns the displayed name of a choice, e.g. "all together", "pgd (white box)".
std::string choice_name(const Assessment& assessment, const AssessmentSummary& summary,
                        const std::string& attack);

}  // namespace bora::report
