// The tables of a run on graphs.
#pragma once

#include "common/layers.h"
#include "report/figures/summary.h"
#include "report/words/report_table.h"

namespace bora::report {

/// Returns the table that replaces paper_table for graphs: clean accuracy, and a row for each attack with the
/// accuracy after it, success, queries and edits.
ReportTable accuracy_table(const RunSummary& summary);

/// Returns success at numbers of queries / n^2, one row for each attack.
ReportTable ratio_table(const RunSummary& summary);

/// Returns the figures of the edits beside those of the null model, in at most four rows for each attack.
ReportTable pattern_table(const RunSummary& summary);

/// Returns the conclusions from them as plain text: one line for each attack, which starts with its name.
std::vector<std::string> pattern_sentences(const RunSummary& summary);

/// Returns "4 (2.1% of those allowed)".
std::string edits_text(const GraphAttackResult& attack);

}  // namespace bora::report
