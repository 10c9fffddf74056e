// Number of queries for each input, for victims that are randomised.
#pragma once

#include <string>

#include "attacks/ledger/repeats.h"
#include "attacks/record/run_database.h"
#include "common/layers.h"

namespace bora::tools {

/// Returns the warning, one sentence, about a victim whose scores for the same input differ between queries.
/// `noun`: "image" or "graph".
std::string warning_of_randomness(const Repeats& repeats, const std::string& noun);

/// Sets the facts of the run for its repeats.
void describe(const Repeats& repeats, RunFacts& run);

/// Reads the repeats from the facts of a run. Throws InputError if the facts are invalid.
Repeats stored_repeats(const RunDatabase& database);

}  // namespace bora::tools
