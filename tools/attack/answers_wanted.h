// Number of queries for each input, for victims that are randomised.
#pragma once

#include <string>

#include "attacks/ledger/repeats.h"
#include "attacks/record/run_facts.h"
#include "common/layers.h"

namespace bora::tools {

/// Returns the warning, one sentence, about a victim whose scores for the same input differ between queries.
/// `noun`: "image" or "graph".
std::string warning_of_randomness(const Repeats& repeats, const std::string& noun);

/// Sets the facts of the run for its repeats.
void describe(const Repeats& repeats, RunFacts& run);

/// Returns the repeats that the facts of a run state.
Repeats stored_repeats(const RunFacts& run);

}  // namespace bora::tools
