// Drives attacks of checks outside the ledger, as their queries are not part of a run.
#pragma once

#include <string>
#include <vector>

#include "attacks/checks/checked_run.h"

namespace bora::attacks {

struct ProbeOutcome {
  bool success = false;
  int queries = 0;           ///< answered, repeated ones included; on success, the last one decided it
  std::string failure = {};  ///< reason why the attack failed, else ""
};

/// Runs each instance until it succeeds (confirmed by the repeats of the run), has nothing left to query, has
/// used `most` queries or has spent its budget. Its attack is the row's, which the setup must know. Works in
/// rounds, as the runner does: results depend on neither the threads nor the clock. Throws VictimError if the
/// victim fails, and ChecksStopped.
template <typename Input>
std::vector<ProbeOutcome> probe(const CheckedRun<Input>& run, const CheckSetup<Input>& setup,
                                const std::vector<InstanceRow>& rows, int most);

}  // namespace bora::attacks
