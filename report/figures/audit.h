// Checks that a run's database does not contradict itself: a report must not repeat what its own ledger
// contradicts.
#pragma once

#include <string>
#include <vector>

#include "attacks/record/run_reader.h"
#include "common/layers.h"

namespace bora::report {

/// Returns one line for each contradiction; empty if there is none. Checks for each instance: the queries it
/// states are in the ledger, numbered without gaps and within the budget; success fell on the last of them
/// and on no other; an adversarial example exists for each success and for nothing else, inside the ball, and
/// predicted as the goal demands; no instance occurs twice; its image was classified correctly before.
std::vector<std::string> audit(const RunRecord& run);

}  // namespace bora::report
