// Driver of the attacks of checks, without the ledger, because their queries are not part of the run.
#pragma once

#include <string>
#include <vector>

#include "attacks/checks/checked_run.h"

namespace bora::attacks {

/// Result of one instance in a check.
struct ProbeOutcome {
  bool success = false;
  int queries = 0;           ///< number of answers, with repeated ones; on success, up to the deciding one
  std::string failure = {};  ///< error that the attack had; "": none
};

/// Runs each instance of `rows` until it succeeds (confirmed by the repeats of the run), has no input left to
/// query, has used `most` queries or has spent its budget. setup.factory must know the attacks of the rows.
/// Works in rounds, as the runner does, so that results do not depend on threads or time. Throws VictimError
/// if the victim fails, and ChecksStopped.
template <typename Input>
std::vector<ProbeOutcome> probe(const CheckedRun<Input>& run, const CheckSetup<Input>& setup,
                                const std::vector<InstanceRow>& rows, int most);

}  // namespace bora::attacks
