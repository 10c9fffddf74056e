// ONNX model whose tensors have known shapes, for rules about its operations.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <onnx/onnx_pb.h>

namespace bora::models {

using Sides = std::vector<std::int64_t>;

/// ONNX model with the sides and types of its tensors, as far as they can be inferred.
class ShapedModel {
 public:
  /// Reads a serialised model.
  explicit ShapedModel(const std::string& bytes);
  // Not copyable, because constants_ points into model_.
  ShapedModel(const ShapedModel&) = delete;
  ShapedModel& operator=(const ShapedModel&) = delete;

  const onnx::GraphProto& graph() const { return model_.graph(); }
  std::int64_t opset() const { return opset_; }
  /// Returns the sides of a tensor; none if they are not known.
  std::optional<Sides> sides(const std::string& name) const;
  /// Returns ONNX's number of an element type; 0 if it is not known.
  int type(const std::string& name) const;
  bool is_float(const std::string& name) const;
  /// Returns a weight or constant; null if the tensor is computed.
  const onnx::TensorProto* constant(const std::string& name) const;
  bool is_weight(const std::string& name) const;

 private:
  void add(const onnx::ValueInfoProto& value);
  void add(const std::string& name, const onnx::TensorProto& tensor);

  onnx::ModelProto model_;
  std::int64_t opset_ = 1;
  std::map<std::string, Sides> sides_;
  std::map<std::string, int> types_;
  std::map<std::string, const onnx::TensorProto*> constants_;
};

/// Node of a model.
struct Operation {
  const ShapedModel& model;
  const onnx::NodeProto& node;

  /// Returns an attribute; null if it is not stated.
  const onnx::AttributeProto* find(const std::string& attribute) const;
  std::int64_t whole(const char* attribute, std::int64_t otherwise) const;
  std::string text(const char* attribute, const char* otherwise) const;
  /// Returns whether all numbers of an attribute are 1; true if it is not stated.
  bool all_ones(const char* attribute) const;
  std::string input(int i) const { return i < node.input_size() ? node.input(i) : ""; }
  std::optional<Sides> sides(int i) const { return model.sides(input(i)); }
};

/// Return the values of a tensor of type FLOAT or INT64; none for other types.
std::vector<float> floats_of(const onnx::TensorProto& tensor);
std::vector<std::int64_t> integers_of(const onnx::TensorProto& tensor);

}  // namespace bora::models
