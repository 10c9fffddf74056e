// ONNX model that is ready to run by the library that bora was built with.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "common/error.h"
#include "models/victims/onnx/onnx_file.h"
#include "models/victims/victim.h"

namespace bora::models {

/// ONNX model for a fixed number of images per call.
class OnnxNetwork {
 public:
  virtual ~OnnxNetwork() = default;
  /// Returns the output, batch x columns. values: batch x product of the sides. Not thread-safe. Throws
  /// VictimError with a one-line message if the library fails.
  virtual Batch run(const Batch& values) = 0;
};

/// Makes the model of `file` ready for exactly `batch` images of `sides` per call. output: name of the output
/// to return. Throws VictimError with a one-line message if the library cannot run it.
std::unique_ptr<OnnxNetwork> make_onnx_network(const OnnxFile& file, std::int64_t batch,
                                               const std::vector<std::int64_t>& sides,
                                               const std::string& output);

/// Returns the number of values per image in an output of `values` values for `batch` images. first_side:
/// size of the output's first axis, 1 if it has none. Throws VictimError if there are no values or they
/// cannot be divided among the images.
inline Eigen::Index output_columns(Eigen::Index values, std::int64_t first_side, std::int64_t batch) {
  if (values == 0 || values % batch != 0 || (first_side != batch && batch != 1))
    throw VictimError(
        fmt::format("the output has {} values for {} images, expected some for each", values, batch));
  return values / batch;
}

}  // namespace bora::models
