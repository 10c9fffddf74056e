// ONNX files, before an engine sees them.
#include "models/victims/onnx/onnx_file.h"

#include <onnx/onnx_pb.h>

#include "fuzz/reader.h"

namespace bora::fuzz {
namespace {

std::string onnx_seed() {
  onnx::ModelProto model;
  auto& graph = *model.mutable_graph();
  graph.add_node()->set_op_type("Flatten");
  auto* weight = graph.add_initializer();
  weight->set_name("w");
  weight->add_dims(3);
  auto* input = graph.add_input();
  input->set_name("x");
  auto* type = input->mutable_type()->mutable_tensor_type();
  type->set_elem_type(onnx::TensorProto::FLOAT);
  for (const int side : {1, 3, 4, 4}) type->mutable_shape()->add_dim()->set_dim_value(side);
  auto* output = graph.add_output();
  output->set_name("y");
  output->mutable_type()->mutable_tensor_type()->mutable_shape()->add_dim()->set_dim_param("n");
  output->mutable_type()->mutable_tensor_type()->mutable_shape()->add_dim()->set_dim_value(10);
  auto* property = model.add_metadata_props();
  property->set_key("bora.json");
  property->set_value(R"({"output": {"kind": "logits"}})");
  return model.SerializeAsString();
}

const Registration onnx_file({"onnx",
                              [](std::string_view bytes) {
                                const OnnxFile file = read_onnx(file_of("model.onnx", bytes).string());
                                with_input_sides(file, 2, {file.sides.begin() + 1, file.sides.end()});
                                onnx_metadata(file);
                              },
                              [] { return std::vector{onnx_seed()}; }});

}  // namespace
}  // namespace bora::fuzz
