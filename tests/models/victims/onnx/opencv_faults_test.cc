// Tests of models that only ONNX Runtime runs, since OpenCV's DNN module would compute them wrongly. Each
// case was compared with ONNX Runtime 1.32: the refused ones differ, the accepted ones agree.
#include "models/victims/onnx/opencv_faults.h"

#include <fstream>
#include <map>
#include <tuple>
#include <variant>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <onnx/onnx_pb.h>

#include "models/victims/load_victim.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::models::opencv_faults_test {
namespace {

using Sides = std::vector<std::int64_t>;
using Value = std::variant<std::int64_t, float, std::string, Sides>;
using Attributes = std::map<std::string, Value>;

// Model of one node 'n' with the input x of the given sides and further operands that are weights.
struct Toy {
  std::string op;
  Attributes attributes = {};
  Sides sides = {1, 4, 6, 6};
  std::vector<Sides> weights = {};   // constants, all values 0.5
  std::vector<Sides> integers = {};  // values of weights of type INT64
  std::int64_t operators = 13;       // opset
  bool weight_first = false, named = true;
};

onnx::ModelProto model_of(const Toy& toy) {
  onnx::ModelProto model;
  model.set_ir_version(8);
  model.add_opset_import()->set_version(toy.operators);
  auto& graph = *model.mutable_graph();
  graph.set_name("toy");
  auto& input = *graph.add_input();
  input.set_name("x");
  auto& type = *input.mutable_type()->mutable_tensor_type();
  type.set_elem_type(onnx::TensorProto::FLOAT);
  for (const auto side : toy.sides) type.mutable_shape()->add_dim()->set_dim_value(side);
  std::vector<std::string> operands = {"x"};
  for (const Sides& sides : toy.weights) {
    auto& weight = *graph.add_initializer();
    weight.set_name("w" + std::to_string(operands.size()));
    weight.set_data_type(onnx::TensorProto::FLOAT);
    std::int64_t count = 1;
    for (const auto side : sides) {
      weight.add_dims(side);
      count *= side;
    }
    for (std::int64_t i = 0; i < count; ++i) weight.add_float_data(0.5F);
    operands.push_back(weight.name());
  }
  for (const Sides& values : toy.integers) {
    auto& weight = *graph.add_initializer();
    weight.set_name("w" + std::to_string(operands.size()));
    weight.set_data_type(onnx::TensorProto::INT64);
    weight.add_dims(static_cast<std::int64_t>(values.size()));
    for (const auto value : values) weight.add_int64_data(value);
    operands.push_back(weight.name());
  }
  if (toy.weight_first) std::swap(operands[0], operands[1]);
  auto& node = *graph.add_node();
  node.set_op_type(toy.op);
  if (toy.named) node.set_name("n");
  for (const std::string& operand : operands) node.add_input(operand);
  node.add_output("y");
  for (const auto& [name, value] : toy.attributes) {
    auto& attribute = *node.add_attribute();
    attribute.set_name(name);
    if (const auto* const whole = std::get_if<std::int64_t>(&value)) {
      attribute.set_type(onnx::AttributeProto::INT);
      attribute.set_i(*whole);
    } else if (const auto* const number = std::get_if<float>(&value)) {
      attribute.set_type(onnx::AttributeProto::FLOAT);
      attribute.set_f(*number);
    } else if (const auto* const text = std::get_if<std::string>(&value)) {
      attribute.set_type(onnx::AttributeProto::STRING);
      attribute.set_s(*text);
    } else {
      attribute.set_type(onnx::AttributeProto::INTS);
      for (const auto one : std::get<Sides>(value)) attribute.add_ints(one);
    }
  }
  auto& output = *graph.add_output();
  output.set_name("y");
  output.mutable_type()->mutable_tensor_type()->set_elem_type(onnx::TensorProto::FLOAT);
  return model;
}

std::string fault(const Toy& toy, bool eight_bit = false) {
  OnnxFile file;
  file.input = "x";
  file.eight_bit = eight_bit;
  return opencv_fault(file, model_of(toy).SerializeAsString());
}

void expect_fault(const Toy& toy, const std::string& part) {
  const std::string found = fault(toy);
  EXPECT_NE(found.find(part), std::string::npos) << toy.op << ": " << found;
  EXPECT_NE(found.find(toy.op + (toy.named ? " 'n'" : " 'y'")), std::string::npos) << found;
  EXPECT_EQ(found.find('\n'), std::string::npos) << found;
}

Value whole(std::int64_t value) {
  return value;
}
Value text(const char* value) {
  return std::string(value);
}

TEST(OpenCvFault, NamesFileNodeAttributeAndValue) {
  const testing::TemporaryFolder folder;
  const auto path = folder / "m.onnx";
  const auto load = [&](float alpha) {
    std::ofstream file(path, std::ios::binary);
    const auto model = model_of({"Gemm", {{"alpha", alpha}, {"transB", whole(1)}}, {1, 8}, {{3, 8}, {3}}});
    ASSERT_TRUE(model.SerializeToOstream(&file));
    file.close();
    VictimOptions options;
    options.address = path.string();
    options.data_shape = ImageShape{1, 2, 4};
    const auto victim = load_victim(options);
    EXPECT_NEAR(victim->scores(Batch::Ones(1, 8)).values(0, 0), 8 * 0.5 + 0.5, 1e-5);
  };
  load(1);
  testing::expect_input_error([&] { load(0.5F); }, path.string(),
                              "computes Gemm 'n' wrongly: alpha=0.5, expected 1", "ONNX Runtime",
                              "(exec:COMMAND)");
}

TEST(OpenCvFault, KnowsValuesOfAttributes) {
  const Sides flat = {2, 6};
  const std::vector<Sides> gemm = {{3, 6}, {3}};
  const auto of_gemm = [&](const char* name, const Value& value) {
    return Toy{"Gemm", {{"transB", whole(1)}, {name, value}}, flat, gemm};
  };
  EXPECT_EQ(fault({"Gemm", {{"transB", whole(1)}}, flat, gemm}), "");
  EXPECT_EQ(fault(of_gemm("alpha", 1.0F)), "");
  EXPECT_EQ(fault(of_gemm("beta", 1.0F)), "");
  EXPECT_EQ(fault({"Gemm", {{"transB", whole(0)}}, flat, {{6, 6}}}), "");
  expect_fault(of_gemm("alpha", 0.5F), "alpha=0.5, expected 1");
  expect_fault(of_gemm("beta", 0.0F), "beta=0, expected 1");
  expect_fault(of_gemm("transA", whole(1)), "transA=1, expected 0");
  // OpenCV takes the default for 1, which is only noticed if the matrix is not square.
  expect_fault({"Gemm", {}, flat, {{6, 6}}}, "transB is not stated");
  expect_fault({"Gemm", {{"transB", whole(1)}}, flat, {{2, 6}, {2, 1}}}, "its bias is 2x1");

  const std::vector<Sides> filter = {{4, 4, 3, 3}};
  for (const char* const op : {"Conv", "MaxPool", "AveragePool"}) {
    Toy toy{op, {{"kernel_shape", Sides{3, 3}}, {"auto_pad", text("SAME_UPPER")}}};
    if (toy.op == "Conv") toy.weights = filter;
    EXPECT_EQ(fault(toy), "");
    toy.attributes["auto_pad"] = text("SAME_LOWER");
    expect_fault(toy, "auto_pad=SAME_LOWER, expected NOTSET or SAME_UPPER or VALID");
  }
  expect_fault({"ConvTranspose", {{"auto_pad", text("SAME_UPPER")}}, {1, 4, 6, 6}, filter},
               "auto_pad=SAME_UPPER");
  expect_fault({"ConvTranspose", {{"output_shape", Sides{12, 10}}}, {1, 4, 6, 6}, filter},
               "output_shape=12,10, expected none");
  EXPECT_EQ(fault({"ConvTranspose", {{"output_padding", Sides{1, 1}}}, {1, 4, 6, 6}, filter}), "");
  EXPECT_EQ(fault({"Conv", {{"dilations", Sides{2, 2}}}, {1, 4, 6, 6}, filter}), "");
  expect_fault({"Conv", {{"dilations", Sides{2, 2}}, {"auto_pad", text("SAME_UPPER")}}, {1, 4, 6, 6}, filter},
               "auto_pad=SAME_UPPER with dilations");
  expect_fault({"MaxPool", {{"kernel_shape", Sides{2, 2}}, {"dilations", Sides{1, 2}}}},
               "dilations=1,2, expected 1");
  EXPECT_EQ(fault({"MaxPool", {{"kernel_shape", Sides{2, 2}}, {"dilations", Sides{1, 1}}}}), "");
  expect_fault(
      {"BatchNormalization", {{"training_mode", whole(1)}}, {1, 4, 6, 6}, {{4}, {4}, {4}, {4}}, {}, 14},
      "training_mode=1, expected 0");
  EXPECT_EQ(
      fault(
          {"BatchNormalization", {{"training_mode", whole(0)}}, {1, 4, 6, 6}, {{4}, {4}, {4}, {4}}, {}, 14}),
      "");
}

TEST(OpenCvFault, KnowsPaddingThatAnAverageCounts) {
  const auto pool = [](std::int64_t counted, const Sides& pads) {
    return Toy{"AveragePool",
               {{"kernel_shape", Sides{3, 3}}, {"pads", pads}, {"count_include_pad", whole(counted)}}};
  };
  EXPECT_EQ(fault(pool(0, {1, 1, 1, 1})), "");
  EXPECT_EQ(fault(pool(1, {0, 0, 0, 0})), "");
  expect_fault(pool(1, {0, 0, 1, 0}), "count_include_pad=1 with padding, expected 0");
}

TEST(OpenCvFault, KnowsTheAxesOfASoftmax) {
  for (const char* const op : {"Softmax", "LogSoftmax"}) {
    const auto softmax = [&](const Sides& sides, std::int64_t operators, const Attributes& attributes) {
      return Toy{op, attributes, sides, {}, {}, operators};
    };
    EXPECT_EQ(fault(softmax({2, 7}, 9, {})), "");
    EXPECT_EQ(fault(softmax({2, 7, 1, 1}, 9, {})), "");
    EXPECT_EQ(fault(softmax({2, 3, 4}, 11, {{"axis", whole(-1)}})), "");
    EXPECT_EQ(fault(softmax({2, 3, 4}, 13, {{"axis", whole(1)}})), "");
    EXPECT_EQ(fault(softmax({2, 7}, 13, {})), "");
    expect_fault(softmax({2, 3, 4}, 9, {}), "axis=1 of a tensor of 2x3x4");
    expect_fault(softmax({2, 7}, 9, {{"axis", whole(0)}}), "axis=0 of a tensor of 2x7");
    expect_fault(softmax({2, 7, 1}, 13, {}), "axis is not stated");
  }
}

TEST(OpenCvFault, KnowsOperationsOnBatches) {
  EXPECT_EQ(fault({"InstanceNormalization", {{"epsilon", 0.1F}}, {1, 4, 6, 6}, {{4}, {4}}}), "");
  expect_fault({"InstanceNormalization", {{"epsilon", 0.1F}}, {2, 4, 6, 6}, {{4}, {4}}},
               "a batch of 2, expected 1");
}

TEST(OpenCvFault, KnowsCastsThatRound) {
  for (const int to : {1, 10, 11}) EXPECT_EQ(fault({"Cast", {{"to", whole(to)}}}), "");
  expect_fault({"Cast", {{"to", whole(6)}}}, "to=INT32, expected FLOAT, FLOAT16 or DOUBLE");
  expect_fault({"Cast", {{"to", whole(9)}}}, "to=BOOL");
  const Toy levels{"Cast", {{"to", whole(2)}}};
  expect_fault(levels, "to=UINT8");
  EXPECT_EQ(fault(levels, true), "") << "its input already has whole numbers";
}

TEST(OpenCvFault, KnowsOperationsThatAreAlwaysWrong) {
  expect_fault({"CumSum", {}, {1, 4, 6, 6}, {}, {{1}}}, "expected a graph without it");
  Toy unnamed{"QuantizeLinear", {}, {1, 4, 6, 6}, {{}}};
  unnamed.named = false;
  expect_fault(unnamed, "expected a graph without it");
}

TEST(OpenCvFault, KnowsResizing) {
  const auto with = [](const char* mode, const char* place, const char* nearest) {
    return Toy{"Resize",
               {{"mode", text(mode)},
                {"coordinate_transformation_mode", text(place)},
                {"nearest_mode", text(nearest)}},
               {1, 4, 6, 5},
               {{0}, {0}},
               {{1, 4, 9, 10}}};
  };
  EXPECT_EQ(fault(with("nearest", "asymmetric", "floor")), "");
  EXPECT_EQ(fault(with("linear", "half_pixel", "floor")), "");
  expect_fault(with("nearest", "half_pixel", "floor"),
               "coordinate_transformation_mode=half_pixel with nearest_mode=floor");
  expect_fault(with("nearest", "asymmetric", "ceil"), "nearest_mode=ceil, expected asymmetric with floor");
  // The weights are 0.5, and so are the scales.
  Toy halved{"Resize", {{"mode", text("linear")}}, {2, 4, 6, 8}, {{0}, {4}}};
  EXPECT_EQ(fault(halved), "");
  halved.sides = {2, 4, 6, 5};
  expect_fault(halved, "a scale of 0.5, expected whole sides of the result");
  halved.attributes["coordinate_transformation_mode"] = text("align_corners");
  EXPECT_EQ(fault(halved), "");
  for (const Sides& sides : std::vector<Sides>{{1, 4, 1, 10}, {1, 4, 9, 1}}) {
    Toy flattened = with("linear", "pytorch_half_pixel", "floor");
    EXPECT_EQ(fault(flattened), "");
    flattened.integers = {sides};
    expect_fault(flattened, "coordinate_transformation_mode=pytorch_half_pixel to a side of 1");
    flattened.attributes["coordinate_transformation_mode"] = text("half_pixel");
    EXPECT_EQ(fault(flattened), "");
  }
  // The weights are 0.5: two values become one.
  Toy pair{"Resize",
           {{"mode", text("linear")}, {"coordinate_transformation_mode", text("pytorch_half_pixel")}},
           {2, 2, 4, 4},
           {{0}, {4}}};
  expect_fault(pair, "to a side of 1");
  pair.sides = {2, 2, 1, 4};
  pair.weights = {{0}, {0}};
  pair.integers = {{2, 2, 1, 8}};
  EXPECT_EQ(fault(pair), "") << "the side is 1 before and after";
}

TEST(OpenCvFault, KnowsOperandsThatBecameInputs) {
  EXPECT_EQ(fault({"Split", {{"axis", whole(1)}}, {1, 4, 6, 6}, {}, {{2, 2}}}), "");
  expect_fault({"Split", {{"axis", whole(1)}}, {1, 4, 6, 6}, {}, {{3, 1}}}, "parts of 3, 1, expected equal");
  EXPECT_EQ(fault({"ReduceMean", {{"axes", Sides{2, 3}}}}), "");
  expect_fault({"ReduceMean", {}, {1, 4, 6, 6}, {}, {{2, 3}}, 18}, "its axes are an input");
  expect_fault({"ReduceMean", {}, {1, 4, 6, 6}, {}, {{2, 3}}, 18}, "dynamo=False, opset_version=13");
  expect_fault({"ReduceSum", {{"noop_with_empty_axes", whole(1)}}}, "noop_with_empty_axes=1, expected 0");
  EXPECT_EQ(fault({"Gather", {{"axis", whole(1)}}, {1, 4, 6, 6}, {}, {{0}}}), "");
  expect_fault({"Gather", {{"axis", whole(-3)}}, {1, 4, 6, 6}, {}, {{0}}}, "axis=-3, expected 0 or more");
  EXPECT_EQ(fault({"Concat", {{"axis", whole(1)}}, {1, 4, 6, 6}, {{1, 4, 6, 6}}}), "");
  expect_fault({"Concat", {{"axis", whole(0)}}, {1, 4, 6, 6}, {{1, 4, 6, 6}}}, "axis=0 with a constant");
}

// OpenCV finds the axes of a weight by its number of values, so that it may take those of another axis with
// as many.
TEST(OpenCvFault, KnowsOperandsThatAreBroadcast) {
  const Sides image = {2, 4, 6, 4}, rows = {2, 5, 6}, square = {1, 6, 6};
  for (const char* const op : {"Add", "Sub", "Mul", "Div"}) {
    for (const Sides& weight : std::vector<Sides>{{}, {1}, {4, 1, 1}, {4, 6, 4}})
      EXPECT_EQ(fault({op, {}, image, {weight}}), "") << op << weight.size();
    EXPECT_EQ(fault({op, {}, {2, 6}, {{6}}}), "") << op;
    expect_fault({op, {}, image, {{1, 1, 4}}}, "operands of 2x4x6x4 and 1x1x4");
    expect_fault({op, {}, square, {{1, 1, 6}}}, "operands of 1x6x6 and 1x1x6");
  }
  EXPECT_EQ(fault({"Add", {}, rows, {{6}}}), "");
  EXPECT_EQ(fault({"Add", {}, square, {{6}}}), "");
  expect_fault({"Mul", {}, square, {{6}}}, "operands of 1x6x6 and 6, expected equal shapes");
  Toy inverse{"Div", {}, image, {{}}};
  inverse.weight_first = true;
  EXPECT_EQ(fault(inverse), "");
  inverse.weights = {{4, 1, 1}};
  expect_fault(inverse, "a dividend of 4x1x1");

  EXPECT_EQ(fault({"PRelu", {}, image, {{4, 1, 1}}}), "");
  EXPECT_EQ(fault({"PRelu", {}, image, {{1}}}), "");
  expect_fault({"PRelu", {}, image, {{4}}}, "a slope of 4 for 2x4x6x4, expected one for each channel");
}

TEST(OpenCvFault, KnowsOperandsOfComparisons) {
  const Sides image = {1, 4, 6, 4};
  for (const char* const op : {"Greater", "Less", "Equal"}) {
    for (const Sides& weight : std::vector<Sides>{{}, {1}, {1, 1, 1, 1}, {4, 1, 1}, {1, 4, 1, 1}, {4, 6, 4}})
      EXPECT_EQ(fault({op, {}, image, {weight}}), "") << op << weight.size();
    expect_fault({op, {}, image, {{1, 1, 4}}}, "operands of 1x4x6x4 and 1x1x4, expected equal shapes or one");
    // OpenCV would take the four weights for those of the four images.
    expect_fault({op, {}, {4, 4, 6, 4}, {{4, 1, 1}}}, "operands of 4x4x6x4 and 4x1x1");
    Toy swapped{op, {}, image, {{}}};
    swapped.weight_first = true;
    if (swapped.op == "Equal")
      EXPECT_EQ(fault(swapped), "");
    else
      expect_fault(swapped,
                   fmt::format("its first operand is a constant, expected it as the second; write it as {} "
                               "with swapped operands",
                               swapped.op == "Less" ? "Greater" : "Less"));
  }
}

TEST(OpenCvFault, SaysHowToCompareAComputedNumber) {
  for (const auto& [op, turned] : {std::pair{"Greater", "Less"}, {"Less", "Greater"}, {"Equal", "Equal"}}) {
    auto model = model_of({"ReduceMean", {{"axes", Sides{2, 3}}, {"keepdims", whole(1)}}, {1, 1, 4, 4}});
    auto& comparison = *model.mutable_graph()->add_node();
    comparison.set_name("c");
    comparison.set_op_type(op);
    comparison.add_input("y");
    comparison.add_input("x");
    comparison.add_output("z");
    OnnxFile file;
    file.input = "x";
    EXPECT_NE(
        opencv_fault(file, model.SerializeAsString())
            .find(fmt::format(
                "{} 'c' wrongly: its first operand is one number, expected it as the second; write it as "
                "{} with swapped operands",
                op, turned)),
        std::string::npos)
        << opencv_fault(file, model.SerializeAsString());
    // The graph that the message advises is accepted.
    comparison.set_op_type(turned);
    comparison.mutable_input()->SwapElements(0, 1);
    EXPECT_EQ(opencv_fault(file, model.SerializeAsString()), "") << turned;
  }
}

TEST(OpenCvFault, KnowsConstantsAmongSeveralOperands) {
  const Sides image = {1, 4, 6, 6};
  for (const char* const op : {"Max", "Min"}) {
    EXPECT_EQ(fault({op, {}, image, {image}}), "");
    expect_fault({op, {}, image, {image, image}}, "a constant among 3 operands, expected computed ones");
    auto model = model_of({op, {}, image, {image}});
    auto& node = *model.mutable_graph()->mutable_node(0);
    OnnxFile file;
    file.input = "x";
    node.add_input("x");
    EXPECT_NE(opencv_fault(file, model.SerializeAsString()).find("a constant among 3 operands"),
              std::string::npos);
    node.set_input(1, "x");
    EXPECT_EQ(opencv_fault(file, model.SerializeAsString()), "");
  }
}

TEST(OpenCvFault, NamesWeightsOfOtherPrecision) {
  auto model = model_of({"Gemm", {{"transB", whole(1)}}, {1, 8}, {{3, 8}, {3}}});
  EXPECT_EQ(weights_of_other_precision(model.SerializeAsString()), "");
  const testing::TemporaryFolder folder;
  VictimOptions options;
  options.address = (folder / "m.onnx").string();
  options.data_shape = ImageShape{1, 2, 4};
  for (const auto& [type, name, bytes] :
       {std::tuple{onnx::TensorProto::FLOAT16, "FLOAT16", 2}, {onnx::TensorProto::DOUBLE, "DOUBLE", 8}}) {
    auto& weight = *model.mutable_graph()->mutable_initializer(1);
    weight.set_data_type(type);
    weight.clear_float_data();
    weight.set_raw_data(std::string(3 * bytes, '\0'));
    std::ofstream(options.address, std::ios::binary) << model.SerializeAsString();
    testing::expect_input_error([&] { load_victim(options); }, options.address,
                                fmt::format("its weights 'w2' are of type {}, expected FLOAT", name),
                                "ONNX Runtime takes them", "(OpenCV: ");
  }
}

TEST(OpenCvFault, KnowsShapesOfComputedTensors) {
  auto model = model_of({"ReduceMean", {{"axes", Sides{1}}, {"keepdims", whole(1)}}, {1, 4, 4, 4}});
  auto& graph = *model.mutable_graph();
  auto& added = *graph.add_node();
  added.set_name("sum");
  added.add_input("x");
  added.add_input("y");
  added.add_output("z");
  OnnxFile file;
  file.input = "x";
  added.set_op_type("Mul");
  EXPECT_EQ(opencv_fault(file, model.SerializeAsString()), "");
  added.set_op_type("Add");
  EXPECT_NE(opencv_fault(file, model.SerializeAsString())
                .find("Add 'sum' wrongly: operands of 1x4x4x4 and 1x1x4x4"),
            std::string::npos)
      << opencv_fault(file, model.SerializeAsString());
}

TEST(OpenCvFault, AcceptsDamagedModels) {
  EXPECT_EQ(opencv_fault({}, "not a model"), "");
  auto model = model_of({"Add", {}, {1, 4}, {{4}}});
  auto& node = *model.mutable_graph()->mutable_node(0);
  node.clear_input();
  EXPECT_EQ(opencv_fault({}, model.SerializeAsString()), "");
  node.clear_output();
  EXPECT_EQ(opencv_fault({}, model.SerializeAsString()), "");
  node.set_op_type("Constant");
  node.add_attribute()->set_name("value");
  EXPECT_EQ(opencv_fault({}, model.SerializeAsString()), "");
}

}  // namespace
}  // namespace bora::models::opencv_faults_test
