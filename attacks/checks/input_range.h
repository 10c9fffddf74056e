// Checks whether an image classifier is fed values of another range than it was trained on.
#pragma once

#include <functional>
#include <vector>

#include "attacks/ledger/oracle.h"
#include "attacks/record/run_reader.h"
#include "attacks/threat/norm_ball.h"
#include "models/victims/input_format.h"

namespace bora::attacks {

/// Maximum number of images on which ranges are compared.
inline constexpr int kRangeImages = 1000;

/// Images of known class, chosen without the victim.
struct RangeSample {
  std::function<Pixels(int i)> image;  ///< values in [0, 1]
  std::vector<int> labels;             ///< true classes
  std::vector<int> predicted;          ///< classes predicted in the current range; -1: not queried yet

  int size() const { return static_cast<int>(labels.size()); }
};

/// Compares the victim's accuracy in the range of `fed`, the format in which it gets images now, with its
/// accuracy in other ranges of values for black and white: 0 to 1, -1 to 1, 0 to 255, and the usual
/// normalisations of these; and, if `fed` has means or deviations, without these. A range is
/// better by McNemar's test at 0.1% on all images of the sample. Fails where it is right on at least 5% more
/// of the images, and warns from 3% on; the text then says what to give as --input-range. All images are
/// queried in the two ranges that do best on some images that are wrong now and some that are right; no range
/// is tried where fewer than 5% are wrong. Open for fewer than ten images, and for a randomised victim, known
/// or detected by a repeated query: in a wider range its noise is relatively smaller, whichever range is
/// right. Throws VictimError only where the range in force fails.
EvaluationCheck check_input_range(Oracle<Pixels>& oracle, RangeSample sample, const InputFormat& fed,
                                  bool label_only);

}  // namespace bora::attacks
