// Drives attacks outside the ledger: for checks, whose queries are no part of a run.
#pragma once

#include <string>
#include <vector>

#include "attacks/checks/checked_run.h"

namespace bora {

struct ProbeOutcome {
  bool success = false;
  int queries = 0;           ///< answered, repeated ones included; on success, the last one decided it
  std::string failure = {};  ///< why the attack could not go on, else ""
};

/// Runs each instance until it succeeds, by the repeats of the run, has nothing left to ask, has asked `most`
/// queries or spent its budget; its attack is the row's, which the arena must know. In rounds, as the runner
/// does: what comes out depends on neither the threads nor the clock. Throws VictimError if the victim fails,
/// and ChecksStopped.
template <typename Input>
std::vector<ProbeOutcome> probe(const CheckedRun<Input>& run, const Arena<Input>& arena,
                                const std::vector<InstanceRow>& rows, int most);

}  // namespace bora
