// The part of KServe's inference protocol v2 that a classifier of images needs.
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

struct KserveModel {
  std::string name, platform;
  std::vector<std::string> versions;
  std::vector<KserveTensor> inputs, outputs;
};

/// Parses the answer to GET v2/models/NAME. Throws VictimError, one line, if it is not what the protocol
/// says.
KserveModel kserve_model(std::string_view json);

/// Returns whether a server's metadata (GET v2) state that it takes tensors in binary form.
bool takes_binary(std::string_view json);

/// Request with its headers.
struct KserveRequest {
  std::string body;
  std::vector<std::string> headers;
};
/// Makes a request for `outputs` (none: all). values: rows x the product of the other `sides`; `binary`:
/// whether they are sent in binary form.
KserveRequest kserve_request(const KserveTensor& input, const std::vector<std::int64_t>& sides,
                             const Batch& values, const std::vector<std::string>& outputs, bool binary);

/// Returns the scores in an answer, rows x columns: those of the output named, or of the first if `output` is
/// "". json_bytes: value of the header Inference-Header-Content-Length; "" if there is none. Reads FP16,
/// BF16, FP32, FP64, INT32 and INT64 in binary form, and numbers in JSON. Throws VictimError, one line, if
/// the answer is malformed, cut short, has another number of rows, or another number of bytes than its shape
/// says.
Batch kserve_scores(std::string_view body, const std::string& json_bytes, const std::string& output,
                    Eigen::Index rows);

}  // namespace bora::models
