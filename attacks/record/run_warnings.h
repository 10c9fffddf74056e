// Warnings that follow from the record of a run: classes without inputs, and tied answers.
#pragma once

#include <string>

#include "attacks/record/run_reader.h"

namespace bora::attacks {

/// Returns a warning with the number of classes without an attacked input, which names the first five of
/// them. Returns "" with fewer than five attacked inputs, and if the number may be due to chance: it is at
/// most the mean plus three standard deviations for a random sample of this size from classes of equal size.
/// Ignores inputs without a label.
std::string describe_missing_classes(const RunRecord& run);

/// Returns a warning if more than half of the successes of an untargeted attack, and at least five, end in
/// one class that no input of the run has, since this class may stand for rejected inputs. Returns "" with
/// fewer than five inputs, and for a class that the inputs may lack by chance or because they are of few
/// classes.
std::string describe_unseen_class(const RunRecord& run);

/// Returns a warning that counts the answers to a run's attacks in which classes share the largest score,
/// and says that the model may have stopped answering if these are most of them; "" if there are none.
std::string describe_ties(const RunRecord& run);

/// Returns the warnings of the run: that it is a shard, the stored ones, and those above.
std::vector<std::string> warnings_of(const RunRecord& run);

}  // namespace bora::attacks
