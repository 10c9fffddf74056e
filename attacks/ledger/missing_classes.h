// Warns of a sample of inputs that lacks classes, as the front of sorted data does.
#pragma once

#include <string>

#include "attacks/ledger/run_reader.h"

namespace bora {

/// Returns a sentence that names the first five classes without an attacked input. Returns "" with fewer than
/// five attacked inputs, and where chance explains the missing classes: a sample of this size from classes of
/// equal size misses as many or more within three standard deviations. Ignores inputs without a label.
std::string describe_missing_classes(const RunRecord& run);

}  // namespace bora
