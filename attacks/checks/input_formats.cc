#include "attacks/checks/input_formats.h"

#include <algorithm>

#include <fmt/format.h>

namespace bora::attacks {
namespace {

// The simplest and most usual ranges come first.
const TriedFormat kKnownRanges[] = {
    {{0, 1}, "values as they are"},
    {{-1, 1}, "mean and deviation 0.5"},
    {{0, 255}, "8-bit levels"},
    {{-0.5F, 0.5F}, "mean 0.5"},
    {{-128, 127}, "8-bit levels around 0"},
    {{-0.42F, 2.82F}, "MNIST's mean and deviation"},
    {{-2, 2.4F}, "about ImageNet's means and deviations"},
};

// Changes the values of a channel, which are normalised as those of `channel`, as if it were channel `other`.
void exchange_normalisation(Eigen::Ref<Eigen::RowVectorXf> values, int channel, int other,
                            const InputFormat& fed) {
  const auto [low, high] = fed.range;
  values = (low + values.array() * (high - low)).matrix();
  if (!fed.mean.empty()) values.array() -= fed.mean[other];
  if (!fed.deviation.empty()) values.array() *= fed.deviation[channel] / fed.deviation[other];
  if (!fed.mean.empty()) values.array() += fed.mean[channel];
  values = ((values.array() - low) / (high - low)).matrix();
}

}  // namespace

std::string text_of(ValueRange range) {
  return fmt::format("{:g},{:g}", range.low, range.high);
}

bool is_normalised(const InputFormat& fed) {
  return !fed.mean.empty() || !fed.deviation.empty();
}

std::string normalisation_of(const InputFormat& fed) {
  if (fed.deviation.empty()) return "--mean";
  return fed.mean.empty() ? "--std" : "--mean and --std";
}

bool is_default(const InputFormat& fed) {
  return fed.range == ValueRange{} && !is_normalised(fed);
}

bool is_default(const TriedFormat& tried, const InputFormat& fed) {
  return tried.change == FormatChange::range && tried.range == ValueRange{} &&
         tried.plain == is_normalised(fed);
}

std::string text_of(const TriedFormat& tried, const InputFormat& fed) {
  switch (tried.change) {
    case FormatChange::reversed:
      return "with the channels in reverse order (BGR instead of RGB)";
    case FormatChange::reversed_values:
      return fmt::format(
          "with the channels in reverse order (BGR instead of RGB) and the numbers of {} in "
          "that order, too",
          normalisation_of(fed));
    case FormatChange::inverted:
      return "with black and white exchanged (1 minus each value)";
    case FormatChange::transposed:
      return "with rows and columns exchanged";
    case FormatChange::range:
      break;
  }
  const std::string without = "without " + normalisation_of(fed);
  if (tried.plain && tried.range == fed.range && tried.range == ValueRange{}) return without;
  std::string text = "with --input-range " + text_of(tried.range);
  if (tried.plain) text += " and " + without;
  if (!tried.plain && is_normalised(fed)) text += " and the given " + normalisation_of(fed);
  return *tried.name == '\0' ? text : fmt::format("{} ({})", text, tried.name);
}

std::vector<TriedFormat> other_formats(const InputFormat& fed) {
  constexpr int kColours = 3;
  const bool normalised = is_normalised(fed);
  std::vector<TriedFormat> others;
  for (TriedFormat known : kKnownRanges) {
    known.plain = normalised;
    if (normalised || known.range != fed.range) others.push_back(known);
  }
  if (normalised) {
    const bool usual = std::ranges::count(others, fed.range, &TriedFormat::range) > 0;
    if (!usual) others.insert(others.begin() + 1, {fed.range, "", FormatChange::range, true});
    // Means and deviations are usually given for values from 0 to 1 or from 0 to 255. The range that suits
    // their size comes first, since what the user gave is more likely to be incomplete than superfluous.
    const std::vector<float>& sizes = fed.mean.empty() ? fed.deviation : fed.mean;
    const float suitable = std::ranges::max(sizes) > 1 ? 255 : 1;
    for (const TriedFormat& known : kKnownRanges)
      if (known.range.low == 0 && known.range != fed.range)
        others.insert(known.range.high == suitable ? others.begin() : others.end(), known);
  }
  if (fed.shape.channels == kColours) {
    others.push_back({fed.range, "", FormatChange::reversed});
    if (normalised) others.push_back({fed.range, "", FormatChange::reversed_values});
  }
  others.push_back({fed.range, "", FormatChange::inverted});
  if (fed.shape.height == fed.shape.width && fed.shape.height > 1)
    others.push_back({fed.range, "", FormatChange::transposed});
  return others;
}

void change_format(Pixels& image, const TriedFormat& tried, const InputFormat& fed) {
  const auto [low, high] = fed.range;
  const Eigen::Index plane = fed.shape.size() / fed.shape.channels;
  switch (tried.change) {
    case FormatChange::reversed:
      image.head(plane).swap(image.tail(plane));
      exchange_normalisation(image.head(plane), 0, fed.shape.channels - 1, fed);
      exchange_normalisation(image.tail(plane), fed.shape.channels - 1, 0, fed);
      return;
    case FormatChange::reversed_values:
      image.head(plane).swap(image.tail(plane));
      return;
    case FormatChange::inverted:
      image = 1 - image.array();
      return;
    case FormatChange::transposed:
      for (int channel = 0; channel < fed.shape.channels; ++channel)
        Eigen::Map<Eigen::MatrixXf>(image.data() + channel * plane, fed.shape.height, fed.shape.width)
            .transposeInPlace();
      return;
    case FormatChange::range:
      if (tried.range == fed.range && !tried.plain) return;
      break;
  }
  image = tried.range.low + image.array() * (tried.range.high - tried.range.low);
  for (int channel = 0; tried.plain && channel < fed.shape.channels; ++channel) {
    auto values = image.segment(channel * plane, plane).array();
    if (!fed.deviation.empty()) values *= fed.deviation[channel];
    if (!fed.mean.empty()) values += fed.mean[channel];
  }
  image = (image.array() - low) / (high - low);
}

}  // namespace bora::attacks
