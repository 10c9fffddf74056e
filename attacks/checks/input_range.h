// Check whether an image classifier gets values of the range on which it was trained.
#pragma once

#include <functional>
#include <vector>

#include "attacks/ledger/oracle.h"
#include "attacks/record/run_reader.h"
#include "attacks/threat/norm_ball.h"
#include "models/victims/input_format.h"

namespace bora::attacks {

/// Largest number of images on which ranges are compared.
inline constexpr int kRangeImages = 1000;

/// Labelled images on which ranges are compared, chosen independently of the victim's answers.
struct RangeSample {
  std::function<Pixels(int i)> image;  ///< returns image `i`, values in [0, 1]
  std::vector<int> labels;             ///< true classes
  std::vector<int> predicted;          ///< predicted classes in the current range; -1: not queried yet

  int size() const { return static_cast<int>(labels.size()); }
};

/// Options that decide which formats check_input_range() tries.
struct RangeCheck {
  bool label_only = false;  ///< queries labels, not scores
  bool stated = false;      ///< whether the user gave the format, or part of it, by options
  bool thorough = true;     ///< compares a format that the user gave with the default one
};

/// Compares the victim's accuracy on images in the current format `fed` with its accuracy in other formats:
///
/// - other usual ranges of values, such as 0 to 1, -1 to 1 and 0 to 255
/// - if `fed` has means or deviations, these ranges without them, and 0 to 1 and 0 to 255 with them
/// - for images of three channels, the reverse order of the channels (BGR), in which means and deviations
///   move with their channels or stay
/// - black and white exchanged, and for square images, rows and columns exchanged
///
/// A format is better if the victim is right on at least 3% more of the images and McNemar's test on all
/// images of the sample rejects equality at 0.1%, or on at least 10% more and the test rejects at 1%. Here a
/// range means any of these formats. Warns if a range is better, and fails from 5% on if the test rejects at
/// 0.1%; the text names the options to use.
///
/// If several ranges are better and do not differ significantly (sign test at 5%), the text names the
/// simplest of them: first 0 to 1 or 0 to 255 with the given means and deviations, whichever suits their
/// size, then 0 to 1 without them.
///
/// If none is better and the user gave a format other than the default one (0 to 1 without means and
/// deviations), compares the two on all images. If the default one is not significantly worse (sign test at
/// 5%), accuracy does not show which is right: warns if it is at least as good on 100 images or more; else
/// open. Also open unless RangeCheck::thorough, without this comparison.
///
/// To save queries, other formats are first tried on some images that are wrong now and some that are right;
/// only the two best ranges there and the simplest promising one are tried on all images. None is tried if so
/// few images are wrong now that none could be better. Open for fewer than ten images, and for a randomised
/// victim, known or detected by repeated queries: its noise is relatively smaller in a wider range, even if
/// that range is wrong. Throws VictimError only if the victim fails in the current range.
EvaluationCheck check_input_range(Oracle<Pixels>& oracle, RangeSample sample, const InputFormat& fed,
                                  const RangeCheck& options);

}  // namespace bora::attacks
