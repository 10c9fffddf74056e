// Tables of an assessment, for Markdown and HTML.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "common/layers.h"
#include "report/assessment/figures/assessment_summary.h"
#include "report/words/report_table.h"

namespace bora::report {

/// Returns a table of the models with one row for each: clean accuracy, robust accuracy at each bound, median
/// queries, weights, latency, training time, Pareto front, checks.
ReportTable models_table(const Assessment& assessment, const AssessmentSummary& summary);

/// Returns the success within each number of queries at a bound, one row for each model and attack.
/// `attacks`: names or "", see attack_choices(); `bound`: index into AssessmentSummary::bounds, here and
/// below.
ReportTable budget_table(const Assessment& assessment, const AssessmentSummary& summary, std::size_t bound,
                         const std::vector<std::string>& attacks);

/// Returns the values of the chart over bounds, one row for each model and figure: robust accuracy, and
/// success of each of `attacks` within the budget.
ReportTable bounds_table(const Assessment& assessment, const AssessmentSummary& summary,
                         const std::vector<std::string>& attacks);

/// Returns the objectives of the Pareto front, one row for each model, numbered as in the chart.
ReportTable front_table(const Assessment& assessment, const AssessmentSummary& summary);

/// Returns the comparisons of robust accuracy, one row for every two models.
ReportTable pairs_table(const Assessment& assessment, const AssessmentSummary& summary, std::size_t bound);
/// Returns the comparisons of clean accuracy, one row for every two models.
ReportTable clean_pairs_table(const Assessment& assessment, const AssessmentSummary& summary);

/// Returns the networks that the search evaluated: finalists first, then by descending accuracy, or by
/// descending robustness in a robust search. The assessment must have a search.
ReportTable search_table(const Assessment& assessment);

/// Returns the statuses of the checks over all bounds, one row for each check, one column for each model.
ReportTable checks_table(const Assessment& assessment, const AssessmentSummary& summary);

/// Returns the success of one attack, or of all attacks together if `attack` is "".
const SuccessFigures& success_of(const BoundFigures& figures, const std::string& attack);

/// Returns the name of the model that was trained from this network, e.g. "search-2"; "" if there is none.
std::string model_of_network(const Assessment& assessment, const SearchedNetwork& network);

/// Returns the attacks for which success is reported: "" (all attacks together), then each attack; only the
/// attack if there is a single one.
std::vector<std::string> attack_choices(const AssessmentSummary& summary);

/// Returns the displayed name of one of attack_choices(), e.g. "all together", "pgd (white box)".
std::string choice_name(const Assessment& assessment, const AssessmentSummary& summary,
                        const std::string& attack);

}  // namespace bora::report
