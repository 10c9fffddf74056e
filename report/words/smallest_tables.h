// The tables of a run with --minimise.
#pragma once

#include <string>

#include "common/layers.h"
#include "report/figures/summary.h"
#include "report/words/report_table.h"

namespace bora::report {

/// Returns a distance as text: "3/255" on the 8-bit grid, "3" edits, "0.0123" otherwise.
std::string distance_text(const RunRecord& run, double distance);
/// Returns a quantile of distances that is in units: "3/255 [2/255, 4/255]", or "not reached".
std::string distance_text(const RunRecord& run, const SmallestSummary& summary,
                          const QueryQuantile& quantile);

/// Returns the distances at the first success and of the smallest perturbation, and the share of instances
/// fooled within each bound: a row an attack.
ReportTable smallest_table(const RunRecord& run, const RunSummary& summary);
/// Returns the accuracy (or the share that resists) against the bound: a row an attack, then all together.
ReportTable bound_table(const RunRecord& run, const RunSummary& summary);

/// Returns "median 2/255 [1/255, 3/255] (bo; at its first success 8/255 [8/255, 8/255])" for the black-box
/// attack with the smallest median; "" if there is none.
std::string smallest_text(const RunRecord& run, const RunSummary& summary);

}  // namespace bora::report
