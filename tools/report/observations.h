// From a run's record to what the statistics take.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "attacks/ledger/run_reader.h"
#include "tools/report/statistics.h"

namespace bora {

/// What is known of an instance's queries to success; none where it has not begun. Its cluster is its image.
std::optional<WatchedInstance> observe(const InstanceRecord& instance, const RunRecord& run);

/// Query numbers at which success is reported: 10, 50, ... below the budget, and the budget.
std::vector<int> report_points(int budget);

/// Attacks of a run, in the order they were asked for.
std::vector<std::string> attack_names(const RunRecord& run);

}  // namespace bora
