#include "models/victims/onnx/onnx_victim.h"

#include <cmath>
#include <fstream>

#include <gtest/gtest.h>
#include <onnx/onnx_pb.h>

#include "common/error.h"
#include "models/victims/load_victim.h"
#include "models/victims/onnx/onnx_file.h"
#include "models/victims/onnx/onnx_fixtures.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::models {
namespace {

using testing::OnnxToy;
using testing::write_onnx;

constexpr ImageShape kShape{1, 2, 4};

Batch ramp(int rows) {
  Batch images(rows, kShape.size());
  for (Eigen::Index i = 0; i < images.size(); ++i) images.data()[i] = static_cast<float>((5 * i) % 17) / 17;
  return images;
}

Batch expected(const Batch& images, int classes) {
  Batch out(images.rows(), classes);
  for (Eigen::Index row = 0; row < images.rows(); ++row) {
    const std::vector<float> image(images.row(row).data(), images.row(row).data() + images.cols());
    const auto scores = testing::toy_scores({image}, classes).front();
    for (int j = 0; j < classes; ++j) out(row, j) = scores[static_cast<std::size_t>(j)];
  }
  return out;
}

class Onnx : public ::testing::Test {
 protected:
  VictimOptions options(const OnnxToy& toy = {}) const {
    write_onnx(path_, toy);
    VictimOptions options;
    options.address = path_.string();
    return options;
  }
  static std::string refusal(const VictimOptions& options) {
    return testing::input_error([&] { load_victim(options); });
  }
  testing::TemporaryFolder folder_;
  std::filesystem::path path_ = folder_.path() / "model.onnx";
};

TEST_F(Onnx, ReturnsTheScoresOfTheGraph) {
  for (const std::int64_t batch : {-1, 1, 5})
    for (const int rows : {1, 5, 16, 37}) {
      const auto victim = load_victim(options({.sides = {batch, 1, 2, 4}}));
      EXPECT_EQ(victim->spec().input, kShape);
      EXPECT_EQ(victim->spec().classes, 3);
      const Batch scores = victim->scores(ramp(rows)).values;
      EXPECT_LT((scores - expected(ramp(rows), 3)).cwiseAbs().maxCoeff(), 1e-5F) << batch << ' ' << rows;
    }
}

// An operation with one number: the second operand, or the first if `number_first`. A comparison is followed
// by a cast to floats.
struct Step {
  const char* op;
  float number = 0;
  bool number_first = false;
};

void write_steps(const std::filesystem::path& path, const std::vector<Step>& steps) {
  onnx::ModelProto model;
  model.set_ir_version(8);
  model.add_opset_import()->set_version(13);
  auto& graph = *model.mutable_graph();
  graph.set_name("steps");
  auto& input = *graph.add_input();
  input.set_name("x");
  auto& type = *input.mutable_type()->mutable_tensor_type();
  type.set_elem_type(onnx::TensorProto::FLOAT);
  for (const int side : {1, kShape.channels, kShape.height, kShape.width})
    type.mutable_shape()->add_dim()->set_dim_value(side);
  std::string last = "x";
  const auto add = [&](const std::string& op) -> onnx::NodeProto& {
    auto& node = *graph.add_node();
    node.set_op_type(op);
    node.add_input(last);
    last = "t" + std::to_string(graph.node_size());
    node.set_name(last);
    node.add_output(last);
    return node;
  };
  for (const Step& step : steps) {
    auto& node = add(step.op);
    const std::string op = step.op;
    if (op == "Neg") continue;
    auto& number = *graph.add_initializer();
    number.set_name("n" + last);
    number.set_data_type(onnx::TensorProto::FLOAT);
    number.add_float_data(step.number);
    node.add_input(number.name());
    if (step.number_first) node.mutable_input()->SwapElements(0, 1);
    if (op != "Greater" && op != "Less" && op != "Equal") continue;
    auto& to = *add("Cast").add_attribute();
    to.set_name("to");
    to.set_type(onnx::AttributeProto::INT);
    to.set_i(onnx::TensorProto::FLOAT);
  }
  add("Flatten");
  auto& output = *graph.add_output();
  output.set_name(last);
  output.mutable_type()->mutable_tensor_type()->set_elem_type(onnx::TensorProto::FLOAT);
  std::ofstream file(path, std::ios::binary);
  model.SerializeToOstream(&file);
}

// OpenCV merges such operations, some of them wrongly.
TEST_F(Onnx, ComputesOperationsThatFollowEachOther) {
  struct Case {
    std::vector<Step> steps;
    float (*expected)(float);
  };
  const std::vector<Case> cases = {
      {{{"Pow", 2}, {"Mul", -0.5F}}, [](float x) { return -0.5F * x * x; }},
      {{{"Pow", 2}, {"Add", 1.5F}}, [](float x) { return x * x + 1.5F; }},
      {{{"Pow", 2}, {"Sub", 1.5F, true}}, [](float x) { return 1.5F - x * x; }},
      {{{"Pow", 2}, {"Neg"}}, [](float x) { return -x * x; }},
      {{{"Pow", 3}, {"Div", 4}}, [](float x) { return x * x * x / 4; }},
      {{{"Add", 1}, {"Div", 2, true}, {"Add", 0.5F}}, [](float x) { return 2 / (x + 1) + 0.5F; }},
      {{{"Mul", 4}, {"Greater", 1}}, [](float x) { return 4 * x > 1 ? 1.0F : 0.0F; }},
      {{{"Sub", 0.3F}, {"Less", 0.2F}}, [](float x) { return x - 0.3F < 0.2F ? 1.0F : 0.0F; }},
      {{{"Mul", 17}, {"Equal", 5}}, [](float x) { return std::abs(17 * x - 5) < 1e-3F ? 1.0F : 0.0F; }},
  };
  const Batch images = ramp(5);
  for (const Case& one : cases) {
    write_steps(path_, one.steps);
    VictimOptions options;
    options.address = path_.string();
    options.kind = ScoreKind::logits;
    const Batch difference = load_victim(options)->scores(images).values - images.unaryExpr(one.expected);
    EXPECT_LT(difference.cwiseAbs().maxCoeff(), 1e-5F) << one.steps[0].op << ' ' << one.steps.back().op;
  }
}

TEST_F(Onnx, TakesImagesInAnyShapeOfAsManyValues) {
  VictimOptions flat = options({.sides = {1, 8, 1}});
  EXPECT_NE(refusal(flat).find("does not state its input shape"), std::string::npos);
  flat.data_shape = kShape;
  EXPECT_LT((load_victim(flat)->scores(ramp(3)).values - expected(ramp(3), 3)).cwiseAbs().maxCoeff(), 1e-5F);
  flat.data_shape = ImageShape{1, 3, 3};
  EXPECT_NE(refusal(flat).find("its input is 1x8x1, the images are 1x3x3 (nchw); state what it takes"),
            std::string::npos);
  VictimOptions last = options({.sides = {-1, 2, 4, 1}});
  last.input = kShape;
  const std::string why = refusal(last);
  EXPECT_TRUE(why.ends_with("its input is ?x2x4x1, the images are 1x2x4 (nchw); state that (--layout nhwc)"))
      << why;
}

TEST_F(Onnx, ClosesOpenAxesWithTheShapeOfTheImages) {
  // Flatten of 8 values in any case.
  VictimOptions open = options({.sides = {-1, 1, 2, 4}});
  const OnnxToy toy{.sides = {-1, -1, 2, 4}};
  open = options(toy);
  open.data_shape = kShape;
  EXPECT_LT((load_victim(open)->scores(ramp(3)).values - expected(ramp(3), 3)).cwiseAbs().maxCoeff(), 1e-5F);
}

TEST_F(Onnx, GivesInputsOfOtherPrecisionFloats) {
  for (const int type : {10, 11}) {
    const auto scores = load_victim(options({.type = type}))->scores(ramp(3)).values;
    EXPECT_LT((scores - expected(ramp(3), 3)).cwiseAbs().maxCoeff(), 1e-2F) << type;
  }
}

TEST_F(Onnx, AcceptsChannelsLast) {
  VictimOptions last = options({.sides = {-1, 2, 2, 2}});
  last.layout = Layout::nhwc;
  last.input = ImageShape{2, 2, 2};
  const Batch images = ramp(3);
  Batch turned = images;
  for (int pixel = 0; pixel < 4; ++pixel)
    for (int channel = 0; channel < 2; ++channel)
      turned.col(pixel * 2 + channel) = images.col(channel * 4 + pixel);
  EXPECT_LT((load_victim(last)->scores(images).values - expected(turned, 3)).cwiseAbs().maxCoeff(), 1e-5F);
}

TEST_F(Onnx, ReadsTheMetadataOfTheFile) {
  const std::string metadata =
      R"({"format": 1, "input": {"range": [-1, 1]}, "output": {"class_names": ["a", "b", "c"], "classes": 3}})";
  const auto victim = load_victim(options({.metadata = metadata}));
  EXPECT_LT((victim->scores(ramp(2)).values - expected((ramp(2).array() * 2 - 1).matrix(), 3))
                .cwiseAbs()
                .maxCoeff(),
            1e-5F);
  EXPECT_EQ(read_model_metadata(path_.string())->class_names.size(), 3U);
}

TEST_F(Onnx, OneNumberMeansTwoClasses) {
  VictimOptions one = options({.classes = 1});
  EXPECT_EQ(load_victim(one)->spec().kind, ScoreKind::probabilities) << "its numbers lie between 0 and 1";
  one.kind = ScoreKind::logits;
  const auto logit = load_victim(one);
  EXPECT_EQ(logit->spec().classes, 2);
  EXPECT_EQ(logit->spec().kind, ScoreKind::logits);
  EXPECT_EQ(logit->scores(ramp(2)).values.col(0).norm(), 0);
  EXPECT_NEAR(logit->scores(ramp(2)).values(1, 1), expected(ramp(2), 1)(1, 0), 1e-5);
}

TEST_F(Onnx, TakesTheOutputThatIsNamed) {
  VictimOptions flat = options({.two_outputs = true});
  EXPECT_EQ(load_victim(flat)->spec().classes, 3);
  EXPECT_EQ(
      load_victim(flat)->spec().notices,
      (std::vector<std::string>{"the model has 2 outputs (scores, flat), of which the first is taken as its "
                                "scores; --output states another"}));
  flat.output = "flat";
  EXPECT_EQ(load_victim(flat)->spec().classes, 8);
  EXPECT_TRUE(load_victim(flat)->spec().notices.empty());
  flat.output = "logits";
  EXPECT_NE(refusal(flat).find("has no output 'logits', its outputs are scores, flat"), std::string::npos);
}

// The graph computes another shape than it declares.
TEST_F(Onnx, RefusesContradictionsToTheDeclaredOutput) {
  for (const std::vector<std::int64_t>& right :
       std::vector<std::vector<std::int64_t>>{{-1, 8}, {1, 8}, {-1, -1}, {8}, {-1, 8, 1, 1}, {-1, 2, -1}})
    EXPECT_EQ(load_victim(options({.classes = 8, .declared = right}))->spec().classes, 8);
  for (const std::vector<std::int64_t>& wrong :
       std::vector<std::vector<std::int64_t>>{{-1, 2}, {1, 29}, {-1, 2, 2}, {-1, 1}}) {
    const std::string line = refusal(options({.classes = 8, .declared = wrong}));
    EXPECT_NE(line.find("for each image and gives 8"), std::string::npos) << line;
  }
  EXPECT_NE(
      refusal(options({.classes = 8, .metadata = R"({"bora": 1, "output": {"classes": 4}})"})).find("4"),
      std::string::npos);
}

// Fully convolutional networks have such scores.
TEST_F(Onnx, ScoresMayHaveSidesOfOne) {
  for (const bool alone : {false, true}) {
    const auto victim = load_victim(options({.alone = alone, .unit_sides = true, .declared = {-1, 3, 1, 1}}));
    EXPECT_EQ(victim->spec().classes, 3);
    EXPECT_LT((victim->scores(ramp(20)).values - expected(ramp(20), 3)).cwiseAbs().maxCoeff(), 1e-5F)
        << alone;
  }
}

TEST_F(Onnx, ComparesTheStatedNumberOfClassesWithTheScores) {
  VictimOptions stated = options({.classes = 8});
  stated.classes = 8;
  EXPECT_EQ(load_victim(stated)->spec().classes, 8);
  stated.classes = 4;
  EXPECT_NE(refusal(stated).find("states 4 classes but gives 8 scores"), std::string::npos)
      << refusal(stated);
}

TEST_F(Onnx, GivesWholeNumbersToAnInputOfEightBits) {
  constexpr int kEightBits = 2;  // ONNX's number of UINT8
  Batch levels(20, kShape.size());
  for (Eigen::Index i = 0; i < levels.size(); ++i) levels.data()[i] = static_cast<float>((37 * i) % 256);
  const auto victim = load_victim(options({.type = kEightBits}));
  EXPECT_LT((victim->scores(levels / 255).values - expected(levels, 3)).cwiseAbs().maxCoeff(), 1e-3F);
  // Values between two levels are rounded to the nearest one.
  EXPECT_EQ(victim->scores((levels.array() + 0.4F).cwiseMin(255) / 255).values,
            victim->scores(levels / 255).values);
  EXPECT_EQ(read_model_metadata(path_.string())->range, (ValueRange{0, 255}));

  VictimOptions unit = options({.type = kEightBits});
  unit.range = ValueRange{0, 1};
  EXPECT_NE(refusal(unit).find("takes values from 0 to 255 (input-range 0,255"), std::string::npos)
      << refusal(unit);
  VictimOptions shifted = options({.type = kEightBits});
  shifted.mean = {0.5F};
  EXPECT_NE(refusal(shifted).find("no mean or std"), std::string::npos) << refusal(shifted);
}

TEST_F(Onnx, QueriesSingleImagesIfTheGraphAcceptsOne) {
  const auto victim = load_victim(options({.alone = true}));
  EXPECT_LT((victim->scores(ramp(20)).values - expected(ramp(20), 3)).cwiseAbs().maxCoeff(), 1e-5F);
}

TEST_F(Onnx, TheLibraryPrintsNothing) {
  // One is refused when it is loaded, the other in each call with more than one image.
  const VictimOptions alone = options({.alone = true});
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  load_victim(alone)->scores(ramp(20));
  const std::string why = refusal(options({.op = "NoSuchOperator"}));
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "");
  EXPECT_NE(why.find(onnx_library() + " cannot run it: "), std::string::npos) << why;
  EXPECT_NE(why.find("(exec:COMMAND)"), std::string::npos) << why;
}

TEST_F(Onnx, StartsNoThreads) {
  const auto threads = [] {
    const std::filesystem::directory_iterator tasks("/proc/self/task");
    return std::distance(begin(tasks), end(tasks));
  };
  const auto before = threads();
  const auto victim = load_victim(options());
  victim->scores(ramp(37));
  EXPECT_EQ(threads(), before);
}

TEST_F(Onnx, RefusesModelsThatItCannotRun) {
  const auto expect = [](const VictimOptions& options, const char* part) {
    const std::string why = refusal(options);
    EXPECT_NE(why.find(part), std::string::npos) << why;
    EXPECT_EQ(why.find('\n'), std::string::npos) << why;
  };
  expect(options({.op = "NoSuchOperator"}), "cannot run it");
  expect(options({.type = 6}), "is of type INT32, expected FLOAT, FLOAT16, DOUBLE or UINT8");
  expect(options({.inputs = 2}), "has 2 inputs (x, y), expected one");
  VictimOptions cuda = options();
  cuda.device = "cuda";
  expect(cuda, "run on the device cpu");
  const VictimOptions whole = options();
  std::ifstream in(path_, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(in)), {});
  for (const double share : {0.0, 0.3, 0.6, 0.95}) {
    std::ofstream(path_, std::ios::binary) << bytes.substr(0, static_cast<std::size_t>(share * bytes.size()));
    expect(whole, "ONNX model");
  }
  std::ofstream(path_) << "not a model at all, but text";
  expect(whole, "ONNX model");
}

// An engine would read any file that they name.
TEST_F(Onnx, DoubtsVersionsThatAreNewerThanAnyKnown) {
  const auto doubt = [&](const OnnxToy& toy) {
    write_onnx(path_, toy);
    return read_onnx(path_.string()).doubt;
  };
  EXPECT_EQ(doubt({}), "");
  EXPECT_EQ(doubt({.format = 14, .operators = 28}), "");
  EXPECT_TRUE(doubt({.operators = 99}).starts_with("the file states IR version 6 and opset 99, but"));
  EXPECT_TRUE(doubt({.format = 99}).starts_with("the file states IR version 99 and opset 9, but"));
}

TEST_F(Onnx, RefusesNumbersInOtherFiles) {
  const auto expect = [&](const auto& add) {
    write_onnx(path_);
    onnx::ModelProto model;
    std::ifstream in(path_, std::ios::binary);
    ASSERT_TRUE(model.ParseFromIstream(&in));
    onnx::TensorProto& tensor = add(*model.mutable_graph());
    tensor.set_name("secret");
    tensor.set_data_location(onnx::TensorProto::EXTERNAL);
    auto* const place = tensor.add_external_data();
    place->set_key("location");
    place->set_value("/etc/passwd");
    std::ofstream out(path_, std::ios::binary);
    ASSERT_TRUE(model.SerializeToOstream(&out));
    out.close();
    testing::expect_input_error([&] { read_onnx(path_.string()); }, "'secret' in another file");
    testing::expect_input_error([&] { read_onnx(path_.string()); }, "external_data=False");
  };
  using Graph = onnx::GraphProto;
  expect([](Graph & graph) -> auto& { return *graph.add_initializer(); });
  expect([](Graph & graph) -> auto& { return *graph.mutable_node(0)->add_attribute()->mutable_t(); });
  expect([](Graph & graph) -> auto& { return *graph.add_sparse_initializer()->mutable_values(); });
  expect([](Graph & graph) -> auto& {
    return *graph.mutable_node(0)->add_attribute()->mutable_g()->add_node()->add_attribute()->add_tensors();
  });
}

TEST_F(Onnx, RefusesSidesOfWeightsThatOverflow) {
  write_onnx(path_);
  onnx::ModelProto model;
  std::ifstream in(path_, std::ios::binary);
  ASSERT_TRUE(model.ParseFromIstream(&in));
  auto* const weight = model.mutable_graph()->mutable_initializer(0);
  for (const std::int64_t side : {std::int64_t{1} << 62, std::int64_t{-1}}) {
    weight->add_dims(side);
    std::ofstream out(path_, std::ios::binary);
    ASSERT_TRUE(model.SerializeToOstream(&out));
    out.close();
    testing::expect_input_error([&] { read_onnx(path_.string()); }, "have a side of " + std::to_string(side));
    weight->mutable_dims()->RemoveLast();
  }
}

}  // namespace
}  // namespace bora::models
