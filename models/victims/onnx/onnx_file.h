// Contents of an ONNX file: the model, its input and its outputs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/victims/metadata.h"

namespace bora::models {

struct OnnxFile {
  std::string name;                  ///< the file's
  std::string bytes;                 ///< the model, serialised
  std::string input;                 ///< name of its only input that is no weight
  std::vector<std::int64_t> sides;   ///< sides of that input, the batch first; -1: any
  std::vector<std::string> outputs;  ///< at least one
  /// Number of values that each output declares for an image; none: an axis behind the batch's is open.
  std::vector<std::optional<std::int64_t>> columns;
  std::optional<std::string> stated = {};  ///< text that its metadata property `bora.json` holds
  std::string doubt = {};  ///< clause about a version newer than any known one; "": there is none
  std::int64_t weights = 0;
  bool eight_bit = false;  ///< whether the input takes whole numbers from 0 to 255 (UINT8)
};

/// Reads a model. An input of half or double precision, or of type UINT8, becomes one of single precision,
/// which the model casts. Throws InputError, one line, if the file cannot be read, is cut short or no ONNX
/// model, is larger than 2 GiB, or its input is not one tensor of such numbers with a batch axis.
OnnxFile read_onnx(const std::string& path);

/// Returns the same model for `batch` images of `sides` in a call: open axes are closed.
std::string with_input_sides(const OnnxFile& file, std::int64_t batch,
                             const std::vector<std::int64_t>& sides);

/// Returns the metadata (models/victims/metadata.h) of an ONNX file: its property `bora.json` if it has one;
/// the shape of the input as the graph states it, where an image has three axes (channels first, or last
/// where the property says nhwc) and none of them is open; the range 0 to 255 for an input of type UINT8.
ModelMetadata onnx_metadata(const OnnxFile& file);

}  // namespace bora::models
