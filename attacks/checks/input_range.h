// Whether an image classifier is fed other values than it was trained on.
#pragma once

#include <functional>
#include <vector>

#include "attacks/ledger/image_task.h"
#include "attacks/ledger/run_reader.h"
#include "models/metadata.h"

namespace bora {

/// Most images that ranges are compared on.
inline constexpr int kRangeImages = 1000;

/// Images of known class, any choice that the victim took no part in.
struct RangeSample {
  std::function<Pixels(int i)> image;  ///< values in [0, 1]
  std::vector<int> labels;             ///< true classes
  std::vector<int> predicted;  ///< classes that the victim names in the range in force; -1: not asked yet

  int size() const { return static_cast<int>(labels.size()); }
};

/// Compares the victim's accuracy in `range`, which it is fed now, with that in other ranges of values for
/// black and white: 0 to 1, -1 to 1, 0 to 255, and what usual normalisations make of them. A range is better
/// by McNemar's test at 0.1% on all images of the sample: failed where it is right on 5% of the images more,
/// a warning from 3% on; the text then says what to give as --input-range. All images are asked for the two
/// ranges that do best on some that are wrong now and some that are right; nothing is where fewer than 5%
/// are wrong. Open for fewer than ten images, and for a victim that answers at random, known
/// or found out by asking again: in a wider range its noise counts for less, which says nothing of the range.
/// Throws VictimError only where the range in force fails.
EvaluationCheck check_input_range(Oracle<Pixels>& oracle, RangeSample sample, ValueRange range,
                                  bool label_only);

}  // namespace bora
