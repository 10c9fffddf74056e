// All checks that are made where a run has ended.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "attacks/checks/check.h"
#include "attacks/checks/checked_run.h"

namespace bora {

struct CheckReport {
  std::vector<EvaluationCheck> checks;
  std::int64_t queries = 0;  ///< put to the victim for them, outside every budget
  bool stopped = false;  ///< `run.stop` was set before all were made: there are none, but queries there were
};

/// Makes the checks of a level, in order; those that the level leaves out are open and say so. A check that
/// throws, be it the victim's fault or the attack's, is open with the reason; the others are made all the
/// same. A full disk alone ends it (StorageError). Nothing where the level is none.
///
/// The oracle of `run` need not count: what it is asked is counted here. `report`: told before each check
/// which share is done, and what comes; may be empty. For Pixels, Transformed and Graph.
template <typename Input>
std::optional<CheckReport> make_checks(CheckedRun<Input> run, CheckLevel level,
                                       const std::function<void(double share, const std::string&)>& report);

/// Whether `checks` are those of a run whose end was checked.
bool end_was_checked(const std::vector<EvaluationCheck>& checks);

}  // namespace bora
