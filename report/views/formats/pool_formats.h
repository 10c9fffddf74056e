// A pool as text, JSON, CSV and Markdown.
#pragma once

#include <string>
#include <vector>

#include "attacks/record/run_reader.h"
#include "common/layers.h"
#include "report/figures/comparisons/pool.h"

namespace bora::report {

/// For a terminal: what was attacked, a table with a column an attack, one with a column a comparison.
std::string pool_text(const std::vector<RunRecord>& runs, const Pool& pool);

/// To be put under a heading of one's own: what was attacked, a row an attack, a row a comparison. Without
/// paths: files are named by their last part.
std::string pool_markdown(const std::vector<RunRecord>& runs, const Pool& pool);

std::string pool_json(const std::vector<RunRecord>& runs, const Pool& pool);

/// A line an instance of the runs, which `bo-report --against` reads back: attack, run_seed, record, label,
/// target, status, queries, budget, verified; empty where there is nothing to say, as in results.csv.
std::string pool_csv(const std::vector<RunRecord>& runs);

}  // namespace bora::report
