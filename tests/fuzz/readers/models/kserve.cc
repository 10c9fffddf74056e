// Answers of an inference server: the header's length of the JSON, and the body.
#include "models/victims/remote/kserve.h"

#include "fuzz/reader.h"

namespace bora::fuzz {
namespace {

const Registration kserve(
    {"kserve",
     [](std::string_view bytes) {
       const auto files = parts(bytes, 2);
       takes_binary(files[1]);
       if (files[1].find("\"inputs\"") != std::string::npos)
         kserve_model(files[1]);
       else
         kserve_scores(files[1], files[0], "", 2);
     },
     [] {
       const std::string binary =
           R"({"outputs": [{"name": "y", "datatype": "FP16", "shape": [2, 2], "parameters": {"binary_data_size": 8}}]})";
       return std::vector{
           joined(
               {"",
                R"({"name": "m", "versions": ["1"], "platform": "onnx", "inputs": [{"name": "x", "datatype": "FP32", "shape": [-1, 3, 4, 4]}], "outputs": [{"name": "y", "datatype": "FP32", "shape": [-1, 10]}], "extensions": ["binary_tensor_data"]})"}),
           joined(
               {"",
                R"({"outputs": [{"name": "y", "datatype": "FP32", "shape": [2, 2], "data": [[1, 2], [3, 4e-2]]}]})"}),
           joined({std::to_string(binary.size()), binary + "abcdefgh"})};
     }});

}  // namespace
}  // namespace bora::fuzz
