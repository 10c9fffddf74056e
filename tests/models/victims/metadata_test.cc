#include "models/victims/metadata.h"

#include <gtest/gtest.h>

#include "common/error.h"

namespace bora::models {
namespace {

ModelMetadata complete() {
  ModelMetadata metadata;
  metadata.input = ImageShape{3, 32, 24};
  metadata.range = ValueRange{-1, 1};
  metadata.layout = Layout::nhwc;
  metadata.kind = ScoreKind::probabilities;
  metadata.classes = 3;
  metadata.class_names = {"cat", "dog", "naïve"};
  metadata.data = "digits";
  metadata.split = {.test_fraction = 0.25, .seed = 18446744073709551615ULL};
  metadata.architecture = "lenet";
  metadata.test_accuracy = 0.985;
  metadata.training = TrainingSummary{
      .epochs = 20, .batch = 64, .learning_rate = 0.05, .weight_decay = 5e-4, .seed = 7, .adversarial = 0.25};
  return metadata;
}

void expect_rejected(const std::string& json, const std::string& key) {
  try {
    metadata_from_json(json, "m.pt: bora.json");
    ADD_FAILURE() << "accepted " << json;
  } catch (const InputError& error) {
    const std::string message = error.what();
    EXPECT_EQ(message.rfind("m.pt: bora.json", 0), 0u) << message;
    EXPECT_NE(message.find(key), std::string::npos) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  }
}

TEST(Metadata, ReadsBackItsJson) {
  const auto before = complete();
  const auto after = metadata_from_json(to_json(before), "test");
  EXPECT_EQ(after.input, before.input);
  EXPECT_EQ(after.range, before.range);
  EXPECT_EQ(after.layout, before.layout);
  EXPECT_EQ(after.kind, before.kind);
  EXPECT_EQ(after.classes, before.classes);
  EXPECT_EQ(after.class_names, before.class_names);
  EXPECT_EQ(after.data, before.data);
  EXPECT_EQ(after.split.test_fraction, before.split.test_fraction);
  EXPECT_EQ(after.split.seed, before.split.seed);
  EXPECT_EQ(after.architecture, before.architecture);
  EXPECT_EQ(after.test_accuracy, before.test_accuracy);
  EXPECT_EQ(after.training, before.training);
}

TEST(Metadata, MayLeaveOutAnyField) {
  const auto metadata =
      metadata_from_json(R"({"output": {"kind": "logits"}, "licence": "MIT", "input": null})", "test");
  EXPECT_EQ(metadata.kind, ScoreKind::logits);
  EXPECT_FALSE(metadata.input || metadata.range || metadata.layout || metadata.classes ||
               metadata.test_accuracy);
  EXPECT_TRUE(metadata.data.empty());
}

TEST(Metadata, NamesTheWrongKey) {
  expect_rejected("{", "JSON");
  expect_rejected("[]", "object");
  expect_rejected(R"({"format": 2})", "format");
  expect_rejected(R"({"format": "1"})", "format");
  expect_rejected(R"({"input": []})", "input");
  expect_rejected(R"({"input": {"shape": [28, 28]}})", "input.shape");
  expect_rejected(R"({"input": {"shape": [1, 28, -28]}})", "input.shape");
  expect_rejected(R"({"input": {"shape": [1, 28, 2.5]}})", "input.shape");
  expect_rejected(R"({"input": {"shape": [1, 28, 5000000000]}})", "input.shape");
  expect_rejected(R"({"input": {"shape": [1, 28, 32769]}})", "input.shape");
  expect_rejected(R"({"input": {"range": [0, 1e300]}})", "input.range");
  expect_rejected(
      R"({"input": {"shape": )" + std::string(1'000'000, '[') + std::string(1'000'000, ']') + "}}", "JSON");
  expect_rejected(R"({"input": {"range": [1, 0]}})", "input.range");
  expect_rejected(R"({"input": {"layout": "chw"}})", "input.layout");
  expect_rejected(R"({"output": {"kind": 3}})", "output.kind");
  expect_rejected(R"({"output": {"kind": "softmax"}})", "output.kind");
  expect_rejected(R"({"output": {"classes": 1}})", "output.classes");
  expect_rejected(R"({"output": {"classes": 3, "class_names": ["a", "b"]}})", "output.class_names");
  expect_rejected(R"({"output": {"class_names": [1]}})", "output.class_names");
  expect_rejected(R"({"data": {"test_fraction": 1}})", "data.test_fraction");
  expect_rejected(R"({"data": {"split_seed": -1}})", "data.split_seed");
  expect_rejected(R"({"test_accuracy": 98.5})", "test_accuracy");
  expect_rejected(R"({"training": {"epochs": "many"}})", "training.epochs");
}

TEST(Metadata, OfGraphsReadBackTheirJson) {
  ModelMetadata before;
  before.graph = GraphInput{.features = "label+degree:88", .node_label_count = 3, .attribute_count = 2};
  before.classes = 2;
  const auto after = metadata_from_json(to_json(before), "test");
  EXPECT_EQ(after.graph, before.graph);
  EXPECT_FALSE(after.input.has_value());
  EXPECT_EQ(after.classes, 2);
}

TEST(Metadata, WithoutATaskAreOfImages) {
  EXPECT_FALSE(metadata_from_json(R"({"input": {"shape": [1, 2, 3]}})", "test").graph.has_value());
  EXPECT_FALSE(metadata_from_json(R"({"task": "image"})", "test").graph.has_value());
  EXPECT_EQ(metadata_from_json(R"({"task": "graph"})", "test").graph, GraphInput{});
  expect_rejected(R"({"task": "text"})", "task");
  expect_rejected(R"({"task": "graph", "input": {"features": 3}})", "input.features");
  expect_rejected(R"({"task": "graph", "input": {"node_label_count": -1}})", "input.node_label_count");
}

}  // namespace
}  // namespace bora::models
