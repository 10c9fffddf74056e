// Comparisons of runs (comparison_formats.cc) and pools of seeds (pool_formats.cc) in every format.
#pragma once

#include <string>
#include <vector>

#include "attacks/record/run_reader.h"
#include "common/layers.h"
#include "report/figures/comparisons/pool.h"

namespace bora::report {

/// Return comparisons of runs, verdicts first, as Markdown, as an HTML page and as indented JSON that ends
/// with a newline, whose keys docs/reference/run-files.md describes.
std::string comparison_markdown(const std::vector<RunComparison>& comparisons);
std::string comparison_html(const std::vector<RunComparison>& comparisons);
std::string comparison_json(const std::vector<RunComparison>& comparisons);

/// Returns text for a terminal: what was attacked, a table with a column for each attack, and one with a
/// column for each comparison.
std::string pool_text(const std::vector<RunRecord>& runs, const Pool& pool);

/// Returns Markdown without a heading: what was attacked, a table with a row for each attack, and one with a
/// row for each comparison. Files are named without their paths.
std::string pool_markdown(const std::vector<RunRecord>& runs, const Pool& pool);

std::string pool_json(const std::vector<RunRecord>& runs, const Pool& pool);

/// Returns CSV with one line for each instance of the runs, which `bo-report --against` reads: attack,
/// run_seed, record, label, target, status, queries, budget, verified; values that do not exist are empty, as
/// in results.csv.
std::string pool_csv(const std::vector<RunRecord>& runs);

}  // namespace bora::report
