// Messages of KServe's inference protocol v2 that a classifier of images needs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/victims/victim.h"

namespace bora::models {

/// Tensor as described by a server's metadata.
struct KserveTensor {
  std::string name, datatype;
  std::vector<std::int64_t> sides;  ///< -1: any
};

/// Model as described by a server's metadata.
struct KserveModel {
  std::string name, platform;
  std::vector<std::string> versions;
  std::vector<KserveTensor> inputs, outputs;
};

/// Parses the answer to GET v2/models/NAME. Throws VictimError with a one-line message if it does not follow
/// the protocol.
KserveModel kserve_model(std::string_view json);

/// Returns whether a server's metadata (answer to GET v2) state that it accepts tensors in binary form.
bool takes_binary(std::string_view json);

/// Request with its headers.
struct KserveRequest {
  std::string body;
  std::vector<std::string> headers;
};
/// Makes a request for the named `outputs` (none: all). values: sides[0] x product of the other sides;
/// binary: whether they are sent in binary form, else as JSON.
KserveRequest kserve_request(const KserveTensor& input, const std::vector<std::int64_t>& sides,
                             const Batch& values, const std::vector<std::string>& outputs, bool binary);

/// Values of an output, and the version of the model that the answer states ("": none).
struct KserveScores {
  Batch values;
  std::string version;
};

/// Returns the values of the output named `output` ("": the first) in an answer, rows x columns. json_bytes:
/// value of the header Inference-Header-Content-Length; "" if there is none. Reads FP16, BF16, FP32, FP64,
/// INT32 and INT64 in binary form, and numbers in JSON. Throws VictimError with a one-line message if the
/// answer is malformed or truncated, or has another number of rows or values than expected by `rows` and its
/// shape.
KserveScores kserve_scores(std::string_view body, const std::string& json_bytes, const std::string& output,
                           Eigen::Index rows);

}  // namespace bora::models
