// The tables of a page that show a run's figures in full.
#pragma once

#include <string>
#include <vector>

#include "common/layers.h"
#include "report/figures/summary.h"
#include "report/words/report_table.h"

namespace bora::report {

/// Returns success at each of RunSummary::points, with intervals that treat inputs as independent.
ReportTable success_table(const RunSummary& summary);

/// Returns the same with intervals that treat instances as independent, for comparison with figures computed
/// so elsewhere; without rows where no two instances share an input.
ReportTable independent_table(const RunSummary& summary);

/// Returns queries to success, over all instances and over successes, and the distances.
ReportTable queries_table(const RunSummary& summary);

/// Returns the attacks' own computing time, in total and by part.
ReportTable seconds_table(const RunRecord& run, const RunSummary& summary);

/// Returns the curves of success at marks of the axis of queries. `first_ratio` > 0: over queries per squared
/// number of nodes instead, from that on.
ReportTable curve_table(const RunRecord& run, const RunSummary& summary, double first_ratio = 0);

}  // namespace bora::report
