// How far a run has come, and how long it will take.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "attacks/ledger/run_database.h"

namespace bora {

struct RunProgress {
  int instances = 0;  ///< of the whole run
  int ended = 0;
  /// Of all that may be asked, the budgets of all instances, how much is asked or will not be, since its
  /// instance has ended: in [0, 1], never falls, 1 at the end.
  double share = 0;
  long queries = 0;                                    ///< this session's
  double seconds = 0;                                  ///< this session's
  double remaining = -1;                               ///< estimated seconds; negative: not known yet
  std::map<std::string, std::pair<int, int>> success;  ///< attack -> successes, ended
};

/// What a session has spent on one attack.
struct AttackExpense {
  long queries = 0;
  double seconds = 0;  ///< of the attack's own work
};

/// `rows`: all instances of the run as they stand; `expenses`, by attack, `victim_seconds` and `seconds` (of
/// wall clock): this session's. The time that remains is estimated from the queries that instances of an
/// attack take, in shares of their budgets and with those in progress counted as far as they have come, and
/// from what a query of the attack costs. It is not known before some instances of every attack at work have
/// ended or come a good way.
RunProgress forecast(const std::vector<InstanceRow>& rows,
                     const std::map<std::string, AttackExpense>& expenses, double victim_seconds,
                     double seconds);

}  // namespace bora
