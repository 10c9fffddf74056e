// The tables of a run in the shape papers print them in, and of paired comparisons.
#pragma once

#include <string>
#include <vector>

#include "tools/report/figures/summary.h"
#include "tools/report/render/report_table.h"

namespace bora {

/// A row an attack: success, queries, distances; beside them the published figures if the run was made by a
/// protocol that has them. White-box attacks come last.
ReportTable paper_table(const RunSummary& summary);

/// A row a comparison, at the last of `points`.
ReportTable comparison_table(const std::vector<AttackComparison>& comparisons,
                             const std::vector<int>& points);

/// A row a comparison and query number.
ReportTable checkpoint_table(const std::vector<AttackComparison>& comparisons,
                             const std::vector<int>& points);

/// table.md: what was attacked and how, paper_table, and the comparisons.
std::string table_markdown(const RunRecord& run, const RunSummary& summary);

/// What comparisons of runs say, as Markdown and as a page of its own.
std::string comparison_markdown(const RunComparison& comparison);
std::string comparison_html(const std::vector<RunComparison>& comparisons);

}  // namespace bora
