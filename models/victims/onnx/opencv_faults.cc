#include "models/victims/onnx/opencv_faults.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/text.h"
#include "models/victims/onnx/shaped_model.h"

namespace bora::models {
namespace {

using onnx::AttributeProto;
using onnx::TensorProto;

std::string sides_of(const Sides& sides) {
  return sides.empty() ? "one number" : fmt::format("{}", fmt::join(sides, "x"));
}

// Returns the number of values; a double, since sides of a damaged file may have any product.
double elements_of(const Sides& sides) {
  return std::accumulate(sides.begin(), sides.end(), 1.0, std::multiplies<double>());
}

// Returns the values of an attribute as texts: one, or those of a list.
std::vector<std::string> values_of(const AttributeProto& attribute) {
  switch (attribute.type()) {
    case AttributeProto::FLOAT:
      return {fmt::format("{}", attribute.f())};
    case AttributeProto::INT:
      return {std::to_string(attribute.i())};
    case AttributeProto::STRING:
      return {printable(attribute.s())};
    default: {
      std::vector<std::string> values;
      for (const auto value : attribute.ints()) values.push_back(std::to_string(value));
      return values;
    }
  }
}

// Values of an attribute that OpenCV computes rightly. It ignores others, or treats them as one of these.
struct Allowed {
  std::vector<std::string> operations;
  const char* attribute;
  std::vector<std::string> values;  // none: the attribute must be absent
};

const std::vector<Allowed>& allowed_values() {
  static const std::vector<Allowed> all = {
      {{"Gemm"}, "alpha", {"1"}},
      {{"Gemm"}, "beta", {"1"}},
      {{"Gemm"}, "transA", {"0"}},
      {{"Conv", "MaxPool", "AveragePool", "LpPool"}, "auto_pad", {"NOTSET", "SAME_UPPER", "VALID"}},
      {{"ConvTranspose"}, "auto_pad", {"NOTSET", "VALID"}},
      {{"ConvTranspose"}, "output_shape", {}},
      {{"MaxPool", "AveragePool", "ConvTranspose"}, "dilations", {"1"}},
      {{"BatchNormalization"}, "training_mode", {"0"}},
      {{"ReduceSum", "ReduceMean", "ReduceMax", "ReduceMin", "ReduceProd", "ReduceL1", "ReduceL2",
        "ReduceSumSquare", "ReduceLogSum", "ReduceLogSumExp"},
       "noop_with_empty_axes",
       {"0"}},
      {{"Swish"}, "alpha", {"1"}},
  };
  return all;
}

// Each of the following functions returns a clause about one kind of operation, "" if it is computed rightly.

std::string fault_of_gemm(const Operation& op) {
  if (!op.find("transB")) return "transB is not stated, expected 0 or 1";
  const auto bias = op.sides(2);
  if (bias && bias->size() == 2 && bias->front() != 1)
    return fmt::format("its bias is {}, expected one row", sides_of(*bias));
  return "";
}

std::string fault_of_conv(const Operation& op) {
  const bool same = op.text("auto_pad", "NOTSET") == "SAME_UPPER";
  return same && !op.all_ones("dilations") ? "auto_pad=SAME_UPPER with dilations, expected pads" : "";
}

std::string fault_of_average_pool(const Operation& op) {
  if (op.whole("count_include_pad", 0) == 0) return "";
  const auto* const pads = op.find("pads");
  const bool padded = op.text("auto_pad", "NOTSET") == "SAME_UPPER" ||
                      (pads && std::ranges::any_of(pads->ints(), [](auto value) { return value != 0; }));
  return padded ? "count_include_pad=1 with padding, expected 0" : "";
}

// Before opset 13, all axes from `axis` on are normalised together; OpenCV normalises over `axis` alone.
// Since then, the default is the last axis; OpenCV's is 1.
std::string fault_of_softmax(const Operation& op) {
  const auto sides = op.sides(0);
  if (!sides || sides->empty()) return "";
  if (op.model.opset() >= 13)
    return op.find("axis") || sides->size() == 2 ? "" : "axis is not stated, expected a number";
  const auto rank = static_cast<std::int64_t>(sides->size());
  const std::int64_t given = op.whole("axis", 1), axis = given < 0 ? given + rank : given;
  if (axis < 0 || axis >= rank) return "";
  if (std::all_of(sides->begin() + axis + 1, sides->end(), [](auto side) { return side == 1; })) return "";
  return fmt::format("axis={} of a tensor of {}, expected the last axis or opset 13", given,
                     sides_of(*sides));
}

std::string fault_of_instance_normalization(const Operation& op) {
  const auto sides = op.sides(0);
  if (!sides || sides->empty() || sides->front() == 1) return "";
  return fmt::format("a batch of {}, expected 1", sides->front());
}

std::string fault_of_cast(const Operation& op) {
  const auto to = op.whole("to", TensorProto::FLOAT);
  constexpr std::array<int, 4> kFloats = {TensorProto::FLOAT, TensorProto::FLOAT16, TensorProto::DOUBLE,
                                          TensorProto::BFLOAT16};
  if (!op.model.is_float(op.input(0)) || std::ranges::find(kFloats, to) != kFloats.end()) return "";
  const auto type = static_cast<int>(to);
  return fmt::format("to={}, expected FLOAT, FLOAT16 or DOUBLE",
                     TensorProto::DataType_IsValid(type)
                         ? TensorProto::DataType_Name(static_cast<TensorProto::DataType>(type))
                         : std::to_string(type));
}

// OpenCV computes positions from the sides, ONNX from the scales: they differ if a side times its scale is no
// whole number. Of the ways to round positions, OpenCV has only some.
std::string fault_of_resize(const Operation& op) {
  const bool first_version = op.model.opset() < 11;
  const std::string place =
      first_version ? "asymmetric" : op.text("coordinate_transformation_mode", "half_pixel");
  const std::string mode = op.text("mode", "nearest"),
                    nearest = first_version ? "floor" : op.text("nearest_mode", "round_prefer_floor");
  const TensorProto* const constant = op.model.constant(op.input(first_version ? 1 : 2));
  const std::vector<float> scales = constant ? floats_of(*constant) : std::vector<float>();
  const bool whole = std::ranges::all_of(scales, [](float scale) { return scale == std::round(scale); });
  if (mode == "nearest") {
    const bool centred =
        (place == "half_pixel" || place == "pytorch_half_pixel") && nearest == "round_prefer_floor";
    if (!(place == "asymmetric" && nearest == "floor") && !(centred && !scales.empty() && whole))
      return fmt::format(
          "coordinate_transformation_mode={} with nearest_mode={}, expected asymmetric with floor", place,
          nearest);
  }
  const auto sides = op.sides(0), results = op.model.sides(op.node.output(0));
  // ONNX takes the first value of such an axis, OpenCV one in the middle.
  if (place == "pytorch_half_pixel" && mode != "nearest" && sides && results)
    for (std::size_t i = 0; i < std::min(sides->size(), results->size()); ++i)
      if ((*results)[i] == 1 && (*sides)[i] != 1)
        return fmt::format("coordinate_transformation_mode={} to a side of 1, expected half_pixel", place);
  if (whole || place == "align_corners") return "";
  for (std::size_t i = 0; i < scales.size(); ++i) {
    const float side = sides && i < sides->size() ? static_cast<float>((*sides)[i]) * scales[i] : 0.5F;
    if (std::abs(side - std::round(side)) > 1e-4F)
      return fmt::format("a scale of {}, expected whole sides of the result", scales[i]);
  }
  return "";
}

std::string fault_of_split(const Operation& op) {
  if (op.input(1).empty()) return "";
  const TensorProto* const constant = op.model.constant(op.input(1));
  const auto parts = constant ? integers_of(*constant) : std::vector<std::int64_t>();
  if (!parts.empty() && std::ranges::count(parts, parts[0]) == std::ssize(parts)) return "";
  return fmt::format("parts of {}, expected equal parts",
                     parts.empty() ? "unknown sides" : fmt::format("{}", fmt::join(parts, ", ")));
}

std::string fault_of_reduction(const Operation& op) {
  if (op.input(1).empty()) return "";
  return "its axes are an input, expected an attribute (torch.onnx.export: dynamo=False, opset_version=13)";
}

std::string fault_of_concat(const Operation& op) {
  const bool constant = std::ranges::any_of(
      op.node.input(), [&](const auto& name) { return op.model.constant(name) && op.model.is_float(name); });
  return constant && op.whole("axis", 1) == 0 ? "axis=0 with a constant, expected another axis" : "";
}

std::string fault_of_gather(const Operation& op) {
  const auto axis = op.whole("axis", 0);
  return axis < 0 && op.model.is_float(op.input(0)) ? fmt::format("axis={}, expected 0 or more", axis) : "";
}

// Returns whether OpenCV broadcasts `small` over `large` as ONNX does: it flattens `small` and lays it over
// consecutive axes of `large`, from `axis` on.
bool laid_over(const Sides& small, const Sides& large, std::size_t axis) {
  if (small.size() > large.size()) return false;
  Sides padded(large.size() - small.size(), 1);
  padded.insert(padded.end(), small.begin(), small.end());
  for (std::size_t i = 0; i < std::min(axis, padded.size()); ++i)
    if (padded[i] != 1) return false;
  std::size_t end = axis;
  while (end < large.size() && padded[end] == large[end]) ++end;
  return std::all_of(padded.begin() + static_cast<std::ptrdiff_t>(std::min(end, padded.size())), padded.end(),
                     [](auto side) { return side == 1; });
}

std::string fault_of_arithmetic(const Operation& op) {
  const auto first = op.sides(0), second = op.sides(1);
  if (!first || !second || !op.model.is_float(op.node.output(0))) return "";
  const auto first_count = elements_of(*first), second_count = elements_of(*second);
  const bool first_constant = op.model.constant(op.input(0)),
             second_constant = op.model.constant(op.input(1));
  if (first_constant && second_constant) return "";
  const bool division = op.node.op_type() == "Div";
  if (division && (first_constant ? first_count > 1 : first_count < second_count))
    return fmt::format("a dividend of {}, expected a number or the shape of the divisor ({})",
                       sides_of(*first), sides_of(*second));
  const bool sum = op.node.op_type() == "Add" || op.node.op_type() == "Sub";
  if (*first == *second || (!sum && !first_constant && !second_constant)) return "";
  const bool swapped = first_count < second_count || (first_count == second_count && first_constant);
  const auto& [small, large] = swapped ? std::tie(*first, *second) : std::tie(*second, *first);
  std::string constant;  // name of the constant operand; "": both are computed
  if (first_constant || second_constant) constant = op.input(first_constant ? 0 : 1);
  if (!constant.empty() && elements_of(small) == 1) return "";
  const bool from_the_end = sum && op.model.is_weight(constant) && small.size() <= large.size();
  if (laid_over(small, large, from_the_end ? large.size() - small.size() : 1)) return "";
  return fmt::format("operands of {} and {}, expected equal shapes or an operand for each channel",
                     sides_of(*first), sides_of(*second));
}

std::string fault_of_prelu(const Operation& op) {
  const auto sides = op.sides(0), slope = op.sides(1);
  if (!sides || !slope || sides->size() < 2 || elements_of(*slope) == 1) return "";
  Sides channels(sides->size(), 1);
  channels[1] = (*sides)[1];
  Sides padded(sides->size() - std::min(sides->size(), slope->size()), 1);
  padded.insert(padded.end(), slope->begin(), slope->end());
  return padded == channels ? ""
                            : fmt::format("a slope of {} for {}, expected one for each channel",
                                          sides_of(*slope), sides_of(*sides));
}

// OpenCV compares as if a constant were the second operand, and lays the smaller operand over the axes of the
// larger one, from the first axis on.
std::string fault_of_comparison(const Operation& op) {
  const bool first = op.model.constant(op.input(0)), second = op.model.constant(op.input(1));
  if ((first && second) || !op.model.is_float(op.input(first ? 0 : 1))) return "";
  const auto with_swapped_operands = [&](const char* what) {
    std::string type = op.node.op_type();
    if (type == "Greater")
      type = "Less";
    else if (type == "Less")
      type = "Greater";
    return fmt::format(
        "its first operand is {}, expected it as the second; write it as {} with swapped operands", what,
        type);
  };
  if (first && op.node.op_type() != "Equal") return with_swapped_operands("a constant");
  const auto small = op.sides(first ? 0 : 1);
  const auto large = op.sides(first ? 1 : 0);
  if (!small || !large || elements_of(*small) == 1 || laid_over(*small, *large, 0)) return "";
  if (!first && !second && elements_of(*large) == 1) return with_swapped_operands("one number");
  return fmt::format("operands of {} and {}, expected equal shapes or one number as the second",
                     sides_of(*op.sides(0)), sides_of(*op.sides(1)));
}

// OpenCV takes other values in place of the constant.
std::string fault_of_maximum(const Operation& op) {
  const auto constants = std::ranges::count_if(
      op.node.input(), [&](const auto& name) { return op.model.constant(name) != nullptr; });
  const int operands = op.node.input_size();
  return operands > 2 && constants > 0
             ? fmt::format("a constant among {} operands, expected computed ones", operands)
             : "";
}

std::string fault_of_any(const Operation&) {
  return "expected a graph without it";
}

const std::map<std::string, std::string (*)(const Operation&)>& further_rules() {
  static const std::map<std::string, std::string (*)(const Operation&)> all = {
      {"Gemm", fault_of_gemm},
      {"Conv", fault_of_conv},
      {"AveragePool", fault_of_average_pool},
      {"Softmax", fault_of_softmax},
      {"LogSoftmax", fault_of_softmax},
      {"InstanceNormalization", fault_of_instance_normalization},
      {"Cast", fault_of_cast},
      {"CumSum", fault_of_any},
      {"QuantizeLinear", fault_of_any},
      {"Resize", fault_of_resize},
      {"Split", fault_of_split},
      {"ReduceMean", fault_of_reduction},
      {"ReduceMax", fault_of_reduction},
      {"ReduceMin", fault_of_reduction},
      {"ReduceProd", fault_of_reduction},
      {"ReduceL1", fault_of_reduction},
      {"ReduceL2", fault_of_reduction},
      {"ReduceSum", fault_of_reduction},
      {"ReduceSumSquare", fault_of_reduction},
      {"ReduceLogSum", fault_of_reduction},
      {"ReduceLogSumExp", fault_of_reduction},
      {"Concat", fault_of_concat},
      {"Gather", fault_of_gather},
      {"Add", fault_of_arithmetic},
      {"Sub", fault_of_arithmetic},
      {"Mul", fault_of_arithmetic},
      {"Div", fault_of_arithmetic},
      {"PRelu", fault_of_prelu},
      {"Greater", fault_of_comparison},
      {"Less", fault_of_comparison},
      {"Equal", fault_of_comparison},
      {"Max", fault_of_maximum},
      {"Min", fault_of_maximum},
  };
  return all;
}

std::string fault_of(const Operation& op) {
  const std::string& type = op.node.op_type();
  for (const Allowed& rule : allowed_values()) {
    const auto* const found = op.find(rule.attribute);
    if (!found || std::ranges::count(rule.operations, type) == 0) continue;
    const auto values = values_of(*found);
    for (const std::string& value : values)
      if (std::ranges::count(rule.values, value) == 0)
        return fmt::format("{}={}, expected {}", rule.attribute, fmt::join(values, ","),
                           rule.values.empty() ? "none" : join(rule.values, " or "));
  }
  const auto rule = further_rules().find(type);
  return rule == further_rules().end() ? "" : rule->second(op);
}

}  // namespace

std::string opencv_fault(const OnnxFile& file, const std::string& model) {
  const ShapedModel shaped(model);
  for (const auto& node : shaped.graph().node()) {
    // The cast of an input to UINT8, whose values are whole numbers.
    if (file.eight_bit && node.input_size() == 1 && node.input(0) == file.input) continue;
    if (node.output_size() == 0) continue;
    const std::string fault = fault_of({shaped, node});
    if (!fault.empty())
      return fmt::format("it computes {} '{}' wrongly: {}; bora built with ONNX Runtime computes it rightly",
                         printable(node.op_type()),
                         printable(node.name().empty() ? node.output(0) : node.name()), fault);
  }
  return "";
}

std::string weights_of_other_precision(const std::string& model) {
  const ShapedModel shaped(model);
  for (const auto& tensor : shaped.graph().initializer())
    if (tensor.data_type() == TensorProto::FLOAT16 || tensor.data_type() == TensorProto::DOUBLE)
      return fmt::format(
          "its weights '{}' are of type {}, expected FLOAT; bora built with ONNX Runtime takes them",
          printable(tensor.name()),
          TensorProto::DataType_Name(static_cast<TensorProto::DataType>(tensor.data_type())));
  return "";
}

}  // namespace bora::models
