// The tables of a run in the shape papers print them in.
#pragma once

#include <string>
#include <vector>

#include "common/layers.h"
#include "report/figures/summary.h"
#include "report/words/report_table.h"

namespace bora::report {

/// Returns a table with one row for each attack: success, queries, distances, and the published figures if
/// the run was made by a protocol that has them. White-box attacks come last.
ReportTable paper_table(const RunSummary& summary);

/// Returns all tables of a run as Markdown: paper_table, or those of a run on graphs, and the comparisons.
std::string result_tables(const RunRecord& run, const RunSummary& summary);

}  // namespace bora::report
