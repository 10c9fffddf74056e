// Warns of answers that settle nothing, since their largest scores are equal.
#pragma once

#include <string>

#include "attacks/ledger/run_reader.h"

namespace bora {

/// Returns a sentence that counts the tied answers to a run's attacks; "" where there are none.
std::string describe_ties(const RunRecord& run);

}  // namespace bora
