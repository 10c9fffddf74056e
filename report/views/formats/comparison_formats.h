// Comparisons of runs (comparison_formats.cc) and pools of seeds (pool_formats.cc) in every format.
#pragma once

#include <string>
#include <vector>

#include "attacks/record/run_reader.h"
#include "common/layers.h"
#include "report/figures/comparisons/pool.h"

namespace bora::report {

/// Returns comparisons of runs as Markdown, verdicts first.
std::string comparison_markdown(const std::vector<RunComparison>& comparisons);
/// Returns comparisons of runs as an HTML page, verdicts first.
std::string comparison_html(const std::vector<RunComparison>& comparisons);
/// Returns comparisons of runs as indented JSON that ends with a newline. docs/reference/run-files.md
/// describes its keys.
std::string comparison_json(const std::vector<RunComparison>& comparisons);

/// Returns text for a terminal: facts on the runs, a table with a column for each attack, and one with a
/// column for each comparison.
std::string pool_text(const std::vector<RunRecord>& runs, const Pool& pool);

/// Returns Markdown without a heading: facts on the runs, a table with a row for each attack, and one with a
/// row for each comparison. Files are named without their folders.
std::string pool_markdown(const std::vector<RunRecord>& runs, const Pool& pool);

/// Returns a pool as indented JSON that ends with a newline.
std::string pool_json(const std::vector<RunRecord>& runs, const Pool& pool);

/// Returns CSV with one line for each instance of the runs, as read_result_rows() reads it: attack, run_seed,
/// record, label, target, status, queries, budget, verified. Values that do not exist are empty, as in
/// results.csv.
std::string pool_csv(const std::vector<RunRecord>& runs);

}  // namespace bora::report
