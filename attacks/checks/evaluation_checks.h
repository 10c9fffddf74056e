// Checks of an evaluation that are made when a run has ended.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "attacks/checks/check.h"
#include "attacks/checks/checked_run.h"

namespace bora::attacks {

/// Result of make_checks().
struct CheckReport {
  std::vector<EvaluationCheck> checks;
  bool stopped = false;  ///< true if CheckedRun::stop was set before the end; `checks` is then empty
};

/// Makes the checks of a level, in order; checks of a higher level are reported as open. If a check throws,
/// because of the victim or an attack, it is open with the reason, and the others are still made. Adds the
/// queries, which no budget includes, to RunFacts::check_queries. Throws StorageError.
///
/// `level`: basic or full.
/// `report`: called before each check with the share of checks done and the id of the next one; may be empty.
/// Instantiated for Pixels, Transformed and Graph.
template <typename Input>
CheckReport make_checks(CheckedRun<Input> run, CheckLevel level,
                        const std::function<void(double share, const std::string&)>& report);

/// Returns whether `checks` include those of make_checks().
bool end_was_checked(const std::vector<EvaluationCheck>& checks);

}  // namespace bora::attacks
