// Sentences and tables of comparisons and pools, the same in every format.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "attacks/record/run_reader.h"
#include "common/layers.h"
#include "report/figures/comparisons/pool.h"
#include "report/figures/comparisons/run_verdicts.h"
#include "report/words/report_table.h"

namespace bora::report {

/// Returns a table with one row for each verdict on a comparison of two runs.
ReportTable verdict_table(const RunComparison& comparison, const RunVerdicts& said);

/// Returns a table with one row for each comparison, at the last of `points`.
ReportTable comparison_table(const std::vector<AttackComparison>& comparisons,
                             const std::vector<int>& points);

/// Returns a table that has one row for each comparison and query number.
ReportTable checkpoint_table(const std::vector<AttackComparison>& comparisons,
                             const std::vector<int>& points);

/// Returns facts on the runs of a pool as names and values: model, data, threat and others. A value is "" if
/// the fact does not apply. Files are named without their folders.
std::vector<std::pair<std::string, std::string>> pool_facts(const RunRecord& run, const Pool& pool);

/// Returns warnings on a pool: those of its runs, unfinished instances, unverified or contradicted examples,
/// and contradictions in the databases.
std::vector<std::string> pool_remarks(const Pool& pool);

/// Returns a table that has one row for each attack of a pool. `noun`: kind of input.
ReportTable pool_table(const Pool& pool, const std::string& noun);

/// Returns a table that has one row for each comparison of a pool.
ReportTable pool_differences(const Pool& pool, const std::string& noun);

/// Returns the medians of both attacks: "46 / 108", "46 / not reached".
std::string medians_text(const MedianRatio& medians);

}  // namespace bora::report
