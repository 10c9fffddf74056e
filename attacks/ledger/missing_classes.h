// Warns of a sample of inputs that lacks classes, as the front of sorted data does.
#pragma once

#include <string>

#include "attacks/ledger/run_reader.h"

namespace bora {

/// Returns a sentence that names the classes of which no attacked input is, the first
/// five; "" with fewer than five attacked inputs, and where as many may be missing by chance: up to three
/// standard deviations above the mean of a sample of this size drawn from classes of equal size. Unlabelled
/// inputs count as none.
std::string describe_missing_classes(const RunRecord& run);

}  // namespace bora
