#include "models/victims/onnx/onnx_network.h"

#include <fmt/format.h>

#include "common/error.h"

namespace bora::models {

Eigen::Index output_columns(Eigen::Index values, std::int64_t first_side, std::int64_t batch) {
  if (values == 0 || values % batch != 0 || (first_side != batch && batch != 1))
    throw VictimError(
        fmt::format("the output has {} values for {} images, expected some for each", values, batch));
  return values / batch;
}

}  // namespace bora::models
