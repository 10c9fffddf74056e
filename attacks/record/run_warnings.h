// Warnings that follow from the record of a run: a sample of inputs that lacks classes, and tied answers.
#pragma once

#include <string>

#include "attacks/record/run_reader.h"

namespace bora::attacks {

/// Returns a sentence that names the first five classes without an attacked input. Returns "" with fewer than
/// five attacked inputs, and where chance explains the missing classes: a sample of this size from classes of
/// equal size misses as many or more within three standard deviations. Ignores inputs without a label.
std::string describe_missing_classes(const RunRecord& run);

/// Returns a sentence that counts the answers to a run's attacks whose largest scores are equal; "" where
/// there are none.
std::string describe_ties(const RunRecord& run);

/// Returns the warnings of the run: that it is a shard, those given when it was made, and those above.
std::vector<std::string> warnings_of(const RunRecord& run);

}  // namespace bora::attacks
