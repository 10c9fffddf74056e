// Formats of the input in which check_input_range() tries a victim.
#pragma once

#include <string>
#include <vector>

#include "attacks/threat/norm_ball.h"
#include "models/victims/input_format.h"

namespace bora::attacks {

/// Change that the check makes to the current format.
enum class FormatChange {
  range,            ///< has another range, or no mean and deviation, or both
  reversed,         ///< the channels in reverse order, each with its own mean and deviation
  reversed_values,  ///< the values of the channels in reverse order, but not their means and deviations
  inverted,         ///< black and white exchanged
  transposed,       ///< rows and columns exchanged, of square images
};

/// Range of values that a model may expect, or another change of the current format.
struct TriedFormat {
  ValueRange range;       ///< the current range unless `change` is FormatChange::range
  const char* name = "";  ///< preprocessing that uses the range; "": none
  FormatChange change = FormatChange::range;
  bool plain = false;  ///< without the mean and deviation of the current format, which has one of them
};

/// Returns whether a format has a mean or a deviation.
bool is_normalised(const InputFormat& fed);
/// Returns the options of a format that has a mean or a deviation: "--mean", "--std" or both.
std::string normalisation_of(const InputFormat& fed);
/// Returns whether a format is the default one: values from 0 to 1 without mean and deviation.
bool is_default(const InputFormat& fed);
/// Returns whether the format that is tried in place of `fed` is the default one.
bool is_default(const TriedFormat& tried, const InputFormat& fed);

/// Returns a range as the option states it: "0,255".
std::string text_of(ValueRange range);
/// Returns which options give the format `tried` in place of `fed`: "with --input-range 0,255 (8-bit
/// levels)".
std::string text_of(const TriedFormat& tried, const InputFormat& fed);

/// Returns the formats with which `fed` is compared, the simplest first.
std::vector<TriedFormat> other_formats(const InputFormat& fed);

/// Changes an image in [0, 1] so that its conversion to `fed` gives the values of the format `tried`.
void change_format(Pixels& image, const TriedFormat& tried, const InputFormat& fed);

}  // namespace bora::attacks
