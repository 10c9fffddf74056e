#include "models/victims/onnx/shaped_model.h"

#include <algorithm>

#include <google/protobuf/stubs/logging.h>
#include <onnx/shape_inference/implementation.h>

namespace bora::models {

using onnx::TensorProto;

ShapedModel::ShapedModel(const std::string& bytes) {
  const google::protobuf::LogSilencer silent;
  model_.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
  try {
    onnx::shape_inference::InferShapes(model_, onnx::OpSchemaRegistry::Instance(), {false, 0, true});
  } catch (const std::exception&) {
    // The sides that the file states remain.
  }
  for (const auto& set : model_.opset_import())
    if (set.domain().empty() || set.domain() == "ai.onnx") opset_ = set.version();
  for (const auto& value : graph().value_info()) add(value);
  for (const auto& value : graph().input()) add(value);
  for (const auto& value : graph().output()) add(value);
  for (const auto& tensor : graph().initializer()) add(tensor.name(), tensor);
  for (const auto& node : graph().node())
    for (const auto& attribute : node.attribute())
      if (node.op_type() == "Constant" && attribute.name() == "value" && node.output_size() > 0)
        add(node.output(0), attribute.t());
}

std::optional<Sides> ShapedModel::sides(const std::string& name) const {
  const auto found = sides_.find(name);
  return found == sides_.end() ? std::nullopt : std::optional(found->second);
}

int ShapedModel::type(const std::string& name) const {
  const auto found = types_.find(name);
  return found == types_.end() ? TensorProto::UNDEFINED : found->second;
}

bool ShapedModel::is_float(const std::string& name) const {
  const int given = type(name);
  return given == TensorProto::FLOAT || given == TensorProto::FLOAT16 || given == TensorProto::DOUBLE;
}

const TensorProto* ShapedModel::constant(const std::string& name) const {
  const auto found = constants_.find(name);
  return found == constants_.end() ? nullptr : found->second;
}

bool ShapedModel::is_weight(const std::string& name) const {
  return std::ranges::any_of(graph().initializer(), [&](const auto& one) { return one.name() == name; });
}

void ShapedModel::add(const onnx::ValueInfoProto& value) {
  const auto& tensor = value.type().tensor_type();
  types_[value.name()] = tensor.elem_type();
  if (!tensor.has_shape()) return;
  Sides sides;
  for (const auto& side : tensor.shape().dim()) {
    if (!side.has_dim_value()) return;
    sides.push_back(side.dim_value());
  }
  sides_[value.name()] = std::move(sides);
}

void ShapedModel::add(const std::string& name, const TensorProto& tensor) {
  constants_[name] = &tensor;
  types_[name] = tensor.data_type();
  sides_[name] = {tensor.dims().begin(), tensor.dims().end()};
}

const onnx::AttributeProto* Operation::find(const std::string& attribute) const {
  for (const auto& one : node.attribute())
    if (one.name() == attribute) return &one;
  return nullptr;
}

std::int64_t Operation::whole(const char* attribute, std::int64_t otherwise) const {
  const auto* const found = find(attribute);
  return found ? found->i() : otherwise;
}

std::string Operation::text(const char* attribute, const char* otherwise) const {
  const auto* const found = find(attribute);
  return found ? found->s() : otherwise;
}

bool Operation::all_ones(const char* attribute) const {
  const auto* const found = find(attribute);
  return !found || std::ranges::all_of(found->ints(), [](auto value) { return value == 1; });
}

std::vector<float> floats_of(const TensorProto& tensor) {
  std::vector<float> values(tensor.float_data().begin(), tensor.float_data().end());
  const std::string& raw = tensor.raw_data();
  if (values.empty() && tensor.data_type() == TensorProto::FLOAT) {
    values.resize(raw.size() / sizeof(float));
    std::copy_n(raw.data(), values.size() * sizeof(float), reinterpret_cast<char*>(values.data()));
  }
  return values;
}

std::vector<std::int64_t> integers_of(const TensorProto& tensor) {
  std::vector<std::int64_t> values(tensor.int64_data().begin(), tensor.int64_data().end());
  const std::string& raw = tensor.raw_data();
  if (values.empty() && tensor.data_type() == TensorProto::INT64) {
    values.resize(raw.size() / sizeof(std::int64_t));
    std::copy_n(raw.data(), values.size() * sizeof(std::int64_t), reinterpret_cast<char*>(values.data()));
  }
  return values;
}

}  // namespace bora::models
