// The tables of a run on graphs.
#pragma once

#include "tools/report/figures/summary.h"
#include "tools/report/render/report_table.h"

namespace bora {

/// In the place of paper_table: clean accuracy, and a row an attack with the accuracy after it, success,
/// queries and edits.
ReportTable accuracy_table(const RunSummary& summary);

/// Success at queries / n^2.
ReportTable ratio_table(const RunSummary& summary);

/// The figures of the edits beside those of the null model: four rows an attack at most.
ReportTable pattern_table(const RunSummary& summary);

/// What follows from them: a line an attack that starts with its name, plain text.
std::vector<std::string> pattern_sentences(const RunSummary& summary);

/// "4 (2.1% of those allowed)"
std::string edits_text(const GraphAttackResult& attack);

}  // namespace bora
