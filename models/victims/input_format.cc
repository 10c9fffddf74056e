#include "models/victims/input_format.h"

#include "common/error.h"
#include "common/text.h"

namespace bora::models {
namespace {

void complete(std::vector<float>& values, const char* name, const InputFormat& format,
              const std::string& model) {
  const auto channels = static_cast<std::size_t>(format.shape.channels);
  if (values.size() == 1) values.assign(channels, values.front());
  if (!values.empty() && values.size() != channels)
    throw InputError("{}: {} has {} values, expected 1{}", model, name, values.size(),
                     channels == 1 ? "" : fmt::format(" or one for each of the {} channels", channels));
}

}  // namespace

std::string to_string(Layout layout) {
  return layout == Layout::nchw ? "nchw" : "nhwc";
}

Layout parse_layout(const std::string& text, const std::string& where) {
  if (text == "nchw") return Layout::nchw;
  if (text == "nhwc") return Layout::nhwc;
  throw InputError("{}: '{}' is not one of nchw, nhwc", where, printable(text));
}

void complete(InputFormat& format, const std::string& model) {
  const ImageShape& shape = format.shape;
  if (shape.channels < 1 || shape.height < 1 || shape.width < 1)
    throw InputError("{}: input shape {} has an empty side", model, to_string(shape));
  constexpr double kMostValues = 1 << 30;
  if (static_cast<double>(shape.channels) * shape.height * shape.width > kMostValues)
    throw InputError("{}: input shape {} has more than {} values", model, to_string(shape), kMostValues);
  if (!(format.range.low < format.range.high))
    throw InputError("{}: value range [{}, {}] is empty", model, format.range.low, format.range.high);
  complete(format.mean, "mean", format, model);
  complete(format.deviation, "std", format, model);
  for (const float deviation : format.deviation)
    if (!(deviation > 0)) throw InputError("{}: std is {}, expected more than 0", model, deviation);
}

Batch formatted(const Batch& images, Eigen::Index begin, Eigen::Index count, const InputFormat& format) {
  Batch out = images.middleRows(begin, count);
  if (format.range != ValueRange{})
    out = (out.array() * (format.range.high - format.range.low) + format.range.low).matrix();
  const Eigen::Index plane = static_cast<Eigen::Index>(format.shape.height) * format.shape.width;
  for (int channel = 0; channel < format.shape.channels; ++channel) {
    auto values = out.middleCols(channel * plane, plane).array();
    if (!format.mean.empty()) values -= format.mean[channel];
    if (!format.deviation.empty()) values /= format.deviation[channel];
  }
  if (format.layout == Layout::nchw || format.shape.channels == 1) return out;
  Batch turned(out.rows(), out.cols());
  for (int channel = 0; channel < format.shape.channels; ++channel)
    for (Eigen::Index place = 0; place < plane; ++place)
      turned.col(place * format.shape.channels + channel) = out.col(channel * plane + place);
  return turned;
}

}  // namespace bora::models
