#include "models/victims/onnx/onnx_fixtures.h"

#include <fstream>

#include <onnx/onnx_pb.h>

namespace bora::testing {
namespace {

float weight(std::int64_t i, std::int64_t j) {
  return static_cast<float>((7 * i + 3 * j) % 11 - 5) / 10;
}

}  // namespace

void write_onnx(const std::filesystem::path& path, const OnnxToy& toy) {
  onnx::ModelProto model;
  model.set_ir_version(toy.format);
  model.add_opset_import()->set_version(toy.operators);
  auto& graph = *model.mutable_graph();
  graph.set_name("toy");
  std::int64_t size = 1;
  for (std::size_t i = 1; i < toy.sides.size(); ++i) size *= toy.sides[i] > 0 ? toy.sides[i] : 1;
  for (int number = 0; number < toy.inputs; ++number) {
    auto& input = *graph.add_input();
    input.set_name(number == 0 ? "x" : "y");
    auto& type = *input.mutable_type()->mutable_tensor_type();
    type.set_elem_type(toy.type);
    for (const auto side : toy.sides) {
      auto& dim = *type.mutable_shape()->add_dim();
      if (side > 0)
        dim.set_dim_value(side);
      else
        dim.set_dim_param("open");
    }
  }
  const auto node = [&](const char* op, std::vector<std::string> from, const char* to) -> onnx::NodeProto& {
    auto& added = *graph.add_node();
    added.set_op_type(op);
    added.set_name(to);
    for (const auto& name : from) added.add_input(name);
    added.add_output(to);
    return added;
  };
  const auto tensor = [&](const char* name, int type, std::vector<std::int64_t> sides) -> onnx::TensorProto& {
    auto& added = *graph.add_initializer();
    added.set_name(name);
    added.set_data_type(type);
    for (const auto side : sides) added.add_dims(side);
    return added;
  };
  const auto set = [](onnx::NodeProto& of, const char* name, int value) {
    auto& attribute = *of.add_attribute();
    attribute.set_name(name);
    attribute.set_type(onnx::AttributeProto::INT);
    attribute.set_i(value);
  };
  const char* const given = toy.type == onnx::TensorProto::FLOAT ? "x" : "floats";
  if (toy.type != onnx::TensorProto::FLOAT) set(node("Cast", {"x"}, given), "to", onnx::TensorProto::FLOAT);
  if (toy.alone) {
    auto& shape = tensor("one", onnx::TensorProto::INT64, {2});
    shape.add_int64_data(1);
    shape.add_int64_data(size);
    node("Reshape", {given, "one"}, "flat");
  } else {
    node("Flatten", {given}, "flat");
  }
  const char* const scores = toy.cast == onnx::TensorProto::FLOAT && !toy.unit_sides ? "scores" : "single";
  if (toy.op == "Gemm") {
    set(node("Gemm", {"flat", "w", "b"}, scores), "transB", 1);  // as exporters write it
    auto& w = tensor("w", onnx::TensorProto::FLOAT, {toy.classes, size});
    auto& b = tensor("b", onnx::TensorProto::FLOAT, {toy.classes});
    for (int j = 0; j < toy.classes; ++j)
      for (std::int64_t i = 0; i < size; ++i) w.add_float_data(weight(i, j));
    for (int j = 0; j < toy.classes; ++j) b.add_float_data(static_cast<float>(j) / 10);
  } else {
    node(toy.op.c_str(), {"flat"}, scores);
  }
  if (toy.cast != onnx::TensorProto::FLOAT) set(node("Cast", {scores}, "scores"), "to", toy.cast);
  if (toy.unit_sides) {
    auto& shape = tensor("sides", onnx::TensorProto::INT64, {4});
    for (const int side : {0, toy.classes, 1, 1}) shape.add_int64_data(side);  // 0: as many as there are
    node("Reshape", {scores, "sides"}, "scores");
  }
  const auto output = [&](const char* name, int type) {
    auto& added = *graph.add_output();
    added.set_name(name);
    added.mutable_type()->mutable_tensor_type()->set_elem_type(type);
  };
  output("scores", toy.cast);
  for (const auto side : toy.declared) {
    auto& shape = *graph.mutable_output(0)->mutable_type()->mutable_tensor_type()->mutable_shape();
    if (side > 0)
      shape.add_dim()->set_dim_value(side);
    else
      shape.add_dim()->set_dim_param("open");
  }
  if (toy.two_outputs) output("flat", onnx::TensorProto::FLOAT);
  if (!toy.metadata.empty()) {
    auto& property = *model.add_metadata_props();
    property.set_key("bora.json");
    property.set_value(toy.metadata);
  }
  std::ofstream file(path, std::ios::binary);
  model.SerializeToOstream(&file);
}

std::vector<std::vector<float>> toy_scores(const std::vector<std::vector<float>>& images, int classes) {
  std::vector<std::vector<float>> out;
  for (const auto& image : images) {
    std::vector<float> scores;
    for (int j = 0; j < classes; ++j) {
      float sum = static_cast<float>(j) / 10;
      for (std::size_t i = 0; i < image.size(); ++i)
        sum += image[i] * weight(static_cast<std::int64_t>(i), j);
      scores.push_back(sum);
    }
    out.push_back(scores);
  }
  return out;
}

}  // namespace bora::testing
