// Format in which a model takes its images.
#pragma once

#include <string>
#include <vector>

#include "models/victims/victim.h"

namespace bora::models {

/// Order of the axes a model expects after the batch axis: channel, row, column or row, column, channel.
enum class Layout { nchw, nhwc };
std::string to_string(Layout layout);
/// Parses a layout, which is "nchw" or "nhwc". Throws InputError naming `where`.
Layout parse_layout(const std::string& text, const std::string& where);

/// Values that a model expects for black (`low`) and white (`high`); bora uses 0 and 1.
struct ValueRange {
  float low = 0;
  float high = 1;
  bool operator==(const ValueRange&) const = default;
};

/// Format of a model's input: (low + x (high - low) - mean) / deviation, in its order of axes.
struct InputFormat {
  ImageShape shape;
  ValueRange range = {};
  Layout layout = Layout::nchw;
  std::vector<float> mean = {};       ///< value subtracted from each channel; empty: none
  std::vector<float> deviation = {};  ///< value > 0 that each channel is divided by; empty: none
};

/// Checks the format, and repeats a single mean or deviation for each channel. Throws InputError naming
/// `model` for an empty range or side, more than 2^30 values, a deviation that is not positive, and a number
/// of means or deviations other than 0, 1 or the number of channels.
void complete(InputFormat& format, const std::string& model);

/// Returns rows [begin, begin + count) of `images` (n x shape.size(), CHW, in [0, 1]) in the model's format,
/// count x shape.size().
Batch formatted(const Batch& images, Eigen::Index begin, Eigen::Index count, const InputFormat& format);

}  // namespace bora::models
