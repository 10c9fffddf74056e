// Number of queries for each input, for victims that are randomised.
#pragma once

#include <string>

#include "attacks/ledger/repeats.h"
#include "common/layers.h"

namespace bora::tools {

/// Returns the warning, one sentence, about a victim whose scores for the same input differ between queries.
/// `noun`: "image" or "graph".
std::string warning_of_randomness(const Repeats& repeats, const std::string& noun);

}  // namespace bora::tools
