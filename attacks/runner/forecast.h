// Progress of a run, and estimate of the time that remains.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "attacks/record/run_database.h"

namespace bora::attacks {

struct RunProgress {
  int instances = 0;  ///< number in the whole run
  int ended = 0;
  /// Share of the budgets of all instances that is spent, or will not be since its instance has ended; in [0,
  /// 1], never falls, 1 at the end.
  double share = 0;
  long queries = 0;                                    ///< this session's
  double seconds = 0;                                  ///< this session's
  double remaining = -1;                               ///< estimated seconds; negative: not known yet
  std::map<std::string, std::pair<int, int>> success;  ///< attack -> successes, ended
};

/// Queries and time that a session has spent on one attack.
struct AttackExpense {
  long queries = 0;
  double seconds = 0;  ///< seconds that the attack itself has needed
};

/// Estimates the progress of a run. `rows`: all instances of the run in their current state; `expenses` (by
/// attack), `victim_seconds` and `seconds` (wall clock): those of this session. The remaining time follows
/// from the queries that instances of an attack take, as shares of their budgets and with those in progress
/// counted as far as they have come, and from the attack's cost per query. It is not known before some
/// instances of every attack at work have ended or are well advanced.
RunProgress forecast(const std::vector<InstanceRow>& rows,
                     const std::map<std::string, AttackExpense>& expenses, double victim_seconds,
                     double seconds);

}  // namespace bora::attacks
