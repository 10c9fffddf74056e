#include "models/victims/stated_input.h"

#include "common/error.h"
#include "common/text.h"

namespace bora::models {
namespace {

// Returns a clause that names the options by which images of the shape `given` get the shape `taken`.
std::string advice_on_shape(const ImageShape& given, const ImageShape& taken) {
  std::vector<std::string> options;
  if (given.height != taken.height || given.width != taken.width)
    options.push_back(taken.height == taken.width ? fmt::format("--resize {0} --crop {0}", taken.height)
                                                  : fmt::format("--resize {}x{}", taken.height, taken.width));
  if (given.channels != taken.channels) {
    if (taken.channels != 1 && taken.channels != 3) return "no option makes images of so many channels";
    options.push_back(fmt::format("--channels {}", taken.channels));
  }
  return "to change them: " + join(options, " ");
}

}  // namespace

InputFormat stated_format(const VictimOptions& options, const ModelMetadata& metadata) {
  const std::string& name = options.address;
  auto input = options.input ? options.input : metadata.input;
  if (!input) input = options.data_shape;
  if (!input) throw InputError("{}: does not state its input shape, and none was given", name);
  if (options.data_shape && *options.data_shape != *input) {
    const ImageShape& data = *options.data_shape;
    const bool channels_last = !options.input && *input == ImageShape{data.height, data.width, data.channels};
    throw InputError("{}: takes images of {}, the data are {}; {}", name, to_string(*input), to_string(data),
                     channels_last ? "if its channels come last, state that (--layout nhwc)"
                                   : advice_on_shape(data, *input));
  }
  InputFormat format;
  format.shape = *input;
  format.range = options.range.value_or(metadata.range.value_or(ValueRange{}));
  format.layout = options.layout.value_or(metadata.layout.value_or(Layout::nchw));
  format.mean = options.mean;
  format.deviation = options.deviation;
  complete(format, name);
  return format;
}

std::vector<std::int64_t> image_sides(const InputFormat& format) {
  const ImageShape& shape = format.shape;
  if (format.layout == Layout::nhwc) return {shape.height, shape.width, shape.channels};
  return {shape.channels, shape.height, shape.width};
}

std::string advice_on_axes(const std::vector<std::int64_t>& sides, const InputFormat& format) {
  InputFormat other = format;
  other.layout = format.layout == Layout::nchw ? Layout::nhwc : Layout::nchw;
  if (sides == image_sides(other)) return fmt::format("state that (--layout {})", to_string(other.layout));
  return "state what it takes (--input-shape, --layout) or change the images (--resize, --crop, --channels)";
}

std::string sides_text(const std::vector<std::int64_t>& sides) {
  std::vector<std::string> words;
  for (const auto side : sides) words.push_back(side < 0 ? "?" : std::to_string(side));
  return join(words, "x");
}

std::vector<std::string> notices_of_outputs(std::size_t outputs, const std::string& names,
                                            const VictimOptions& options) {
  if (outputs < 2 || !options.output.empty() || !options.top_labels.empty()) return {};
  return {fmt::format(
      "the model has {} outputs{}, of which the first is taken as its scores; --output states another",
      outputs, names)};
}

}  // namespace bora::models
