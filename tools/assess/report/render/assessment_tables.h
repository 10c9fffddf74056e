// The tables of an assessment, for Markdown and HTML alike.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "tools/assess/report/figures/assessment_summary.h"
#include "tools/report/render/report_table.h"

namespace bora {

/// A row a model: clean accuracy, robust accuracy at each bound, median queries, weights, latency, training,
/// front, checks.
ReportTable models_table(const Assessment& assessment, const AssessmentSummary& summary);

/// Success within so many queries at a bound, a row a model and attack of `attacks`, see attack_choices.
ReportTable budget_table(const Assessment& assessment, const AssessmentSummary& summary, std::size_t bound,
                         const std::vector<std::string>& attacks);

/// What the chart over bounds shows: robust accuracy, and success within the whole budget of `attacks`, a row
/// a model and figure.
ReportTable bounds_table(const Assessment& assessment, const AssessmentSummary& summary,
                         const std::vector<std::string>& attacks);

/// What the front is of, a row a model, numbered as in the chart.
ReportTable front_table(const Assessment& assessment, const AssessmentSummary& summary);

/// Each two models, with the tests.
ReportTable pairs_table(const Assessment& assessment, const AssessmentSummary& summary, std::size_t bound);
ReportTable clean_pairs_table(const Assessment& assessment, const AssessmentSummary& summary);

/// Networks that the search looked at, finalists first, then by what it looked for.
ReportTable search_table(const Assessment& assessment);

/// A row a check, a column a model: how it ended, at all bounds together.
ReportTable checks_table(const Assessment& assessment, const AssessmentSummary& summary);

/// The attack's result in a model's run; null where it has none.
const AttackResult* attack_result(const BoundFigures& figures, const std::string& attack);

/// Of one attack, or of all together where `attack` is "": its curve.
const SuccessCurve& curve_of(const BoundFigures& figures, const std::string& attack);

/// "searched-2" for the model made of this network, else "".
std::string model_of_network(const Assessment& assessment, const SearchedNetwork& network);

/// All attacks of the assessment behind "", which stands for all together; only itself where it is alone.
std::vector<std::string> attack_choices(const AssessmentSummary& summary);

/// "all together", "pgd (white box)".
std::string choice_name(const Assessment& assessment, const AssessmentSummary& summary,
                        const std::string& attack);

}  // namespace bora
