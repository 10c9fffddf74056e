#include "models/victims/stated_input.h"

#include "common/error.h"

namespace bora::models {

InputFormat stated_format(const VictimOptions& options, const ModelMetadata& metadata) {
  const std::string& name = options.address;
  auto input = options.input ? options.input : metadata.input;
  if (!input) input = options.data_shape;
  if (!input) throw InputError("{}: says nothing of its input shape, and none was given", name);
  if (options.data_shape && *options.data_shape != *input)
    throw InputError("{}: takes images of {}, the data are {}; resize, crop and channels change them", name,
                     to_string(*input), to_string(*options.data_shape));
  InputFormat format;
  format.shape = *input;
  format.range = options.range.value_or(metadata.range.value_or(ValueRange{}));
  format.layout = options.layout.value_or(metadata.layout.value_or(Layout::nchw));
  format.mean = options.mean;
  format.deviation = options.deviation;
  complete(format, name);
  return format;
}

}  // namespace bora::models
