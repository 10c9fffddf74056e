// All checks that are made when a run has ended.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "attacks/checks/check.h"
#include "attacks/checks/checked_run.h"

namespace bora::attacks {

struct CheckReport {
  std::vector<EvaluationCheck> checks;
  std::int64_t queries = 0;  ///< queries sent to the victim for the checks, outside every budget
  bool stopped = false;      ///< `run.stop` was set before all were made: `checks` is empty, `queries` counts
};

/// Makes the checks of a level, in order; checks that the level leaves out are reported as open. A check that
/// throws, because of the victim or of the attack, is open with the reason, and the others are still made.
/// Only a full disk ends it (StorageError). Returns nothing where the level is none.
///
/// The oracle of `run` need not count: its queries are counted here. `report` is called before each check
/// with the share done and the next check; it may be empty. For Pixels, Transformed and Graph.
template <typename Input>
std::optional<CheckReport> make_checks(CheckedRun<Input> run, CheckLevel level,
                                       const std::function<void(double share, const std::string&)>& report);

/// Returns true if `checks` are those of a run that was checked at its end.
bool end_was_checked(const std::vector<EvaluationCheck>& checks);

}  // namespace bora::attacks
