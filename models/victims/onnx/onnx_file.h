// Contents of an ONNX file: the model, its input and its outputs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/victims/metadata.h"

namespace bora::models {

/// Model that an ONNX file holds. Terms: the sides of a tensor are its sizes along its axes; an axis is open
/// if the file states no size for it.
struct OnnxFile {
  std::string name;                  ///< path of the file
  std::string bytes;                 ///< serialised model
  std::string input;                 ///< name of its only input that is not a weight
  std::vector<std::int64_t> sides;   ///< sides of this input, the batch first; -1: open
  std::vector<std::string> outputs;  ///< names of its outputs, at least one
  /// Number of values per image that each output declares; nullopt if an axis after the batch is open.
  std::vector<std::optional<std::int64_t>> columns;
  std::optional<std::string> stated = {};  ///< text that its metadata property `bora.json` holds
  std::string doubt = {};    ///< clause that its version is newer than any known one; "": it is not
  std::int64_t weights = 0;  ///< number of its weights
  bool eight_bit = false;    ///< whether the input takes whole numbers from 0 to 255 (UINT8)
};

/// Reads a model and its properties. An input of half or double precision or of type UINT8 is changed to
/// single precision, followed by a cast to its original type. Throws InputError with a one-line message if
/// the file cannot be read, is truncated, not an ONNX model or larger than 2 GiB, keeps weights in another
/// file, or does not have exactly one input of these types with a batch axis.
OnnxFile read_onnx(const std::string& path);

/// Returns the serialised model with its input fixed to `batch` images of `sides`.
std::string with_input_sides(const OnnxFile& file, std::int64_t batch,
                             const std::vector<std::int64_t>& sides);

/// Returns the metadata (models/victims/metadata.h) of an ONNX file: those of its property `bora.json`, if it
/// has one, completed by the graph. The input shape is taken from the graph if an image has three axes and
/// none of them is open; channels come first, or last if the property states nhwc. The range of an input of
/// type UINT8 is 0 to 255.
ModelMetadata onnx_metadata(const OnnxFile& file);

}  // namespace bora::models
