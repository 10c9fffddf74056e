// Progress of a run and estimate of its remaining time.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "attacks/record/run_database.h"

namespace bora::attacks {

/// Progress that a run has made. A session is the time since the run was started or last resumed.
struct RunProgress {
  int instances = 0;  ///< number of instances in the whole run
  int ended = 0;      ///< number of instances that have ended
  /// Share of the sum of all budgets that is spent, or belongs to instances that have ended; in [0, 1], never
  /// decreases, 1 at the end.
  double share = 0;
  long queries = 0;       ///< number of queries in this session
  double seconds = 0;     ///< wall-clock seconds of this session
  double remaining = -1;  ///< estimated remaining seconds; negative: not known yet
  std::map<std::string, std::pair<int, int>> success;  ///< attack -> numbers of successes, of ended instances
};

/// Queries and time that a session has spent on one attack.
struct AttackExpense {
  long queries = 0;
  double seconds = 0;  ///< seconds of the attack's own work, without the victim
};

/// Estimates the progress of a run. `rows`: all instances of the run in their current state. `expenses` (by
/// attack), `victim_seconds` and `seconds` (wall clock): those of this session. For each attack, the expected
/// share of its budget that an instance spends is estimated from the ended instances and those in progress
/// (censored). The remaining time follows from it and the attack's cost per query. It is known once every
/// unfinished attack has been queried in this session and has 3 ended instances, or one that has spent 20% of
/// its budget.
RunProgress forecast(const std::vector<InstanceRow>& rows,
                     const std::map<std::string, AttackExpense>& expenses, double victim_seconds,
                     double seconds);

}  // namespace bora::attacks
