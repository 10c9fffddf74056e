// Whether an image classifier is fed other values than it was trained on.
#pragma once

#include <vector>

#include "attacks/ledger/image_task.h"
#include "attacks/ledger/run_reader.h"
#include "models/metadata.h"

namespace bora {

/// So many images are enough: a range that is wrong costs a classifier far more than what chance does to 64.
inline constexpr int kRangeImages = 64;

/// Shows `images` (values in [0, 1], any choice that the victim took no part in) to the victim as if it took
/// other values for black and white than `range`, those it is fed now: 0 to 1, -1 to 1, 0 to 255, and what
/// usual normalisations make of them. Failed where one of them is clearly better: right on a tenth of the
/// images more, and by a one-sided sign test at 0.1%; the text then says what to give as --input-range. Where
/// nine in ten are right as it is, nothing else is asked. Open of fewer than ten images, which tell nothing.
/// `labels`: the true classes. Throws VictimError only where the range in force fails.
EvaluationCheck check_input_range(Oracle<Pixels>& oracle, const std::vector<Pixels>& images,
                                  const std::vector<int>& labels, ValueRange range, bool label_only);

}  // namespace bora
