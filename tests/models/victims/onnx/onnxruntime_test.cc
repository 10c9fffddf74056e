// Comparison with Python's ONNX Runtime. BORA_ONNXRUNTIME_PYTHON names a Python that has it.
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "data/images/load.h"
#include "models/victims/evaluation.h"
#include "models/victims/load_victim.h"
#include "support/real_data.h"
#include "support/temporary_folder.h"

namespace bora::models {
namespace {

struct PublishedFile {
  const char* file;
  const char* data;
  std::vector<float> mean, deviation;
  double accuracy;  // in percent, roughly as published
};

class OnnxRuntime : public ::testing::TestWithParam<PublishedFile> {
 protected:
  void SetUp() override {
    const auto data = testing::real_data(GetParam().data);
    const auto model = data / "../../models" / GetParam().file;
    if (data.empty() || !std::filesystem::exists(model))
      GTEST_SKIP() << "no " << GetParam().file << " on this machine";
    images_ = load_dataset(data.string(), Part::test);
    options_.address = model.string();
    options_.data_shape = images_.shape;
    options_.mean = GetParam().mean;
    options_.deviation = GetParam().deviation;
  }
  ImageDataset images_;
  VictimOptions options_;
};

TEST_P(OnnxRuntime, AgreesOnAHundredImages) {
  const char* const python = std::getenv("BORA_ONNXRUNTIME_PYTHON");
  if (python == nullptr) GTEST_SKIP() << "BORA_ONNXRUNTIME_PYTHON names no Python with onnxruntime and numpy";
  const testing::TemporaryFolder folder;
  const auto victim = load_victim(options_);
  const Batch images = images_as_batch(images_, 0, 100);
  InputFormat format{images_.shape, {}, Layout::nchw, GetParam().mean, GetParam().deviation};
  complete(format, "model");
  const Batch fed = formatted(images, 0, 100, format);
  std::ofstream(folder / "images", std::ios::binary)
      .write(reinterpret_cast<const char*>(fed.data()), fed.size() * sizeof(float));
  const std::string command = fmt::format(
      "'{}' '{}/models/victims/onnx/onnxruntime_scores.py' '{}' '{}' '{}'", python, BORA_TEST_SOURCE_DIR,
      options_.address, (folder / "images").string(), (folder / "scores").string());
  ASSERT_EQ(std::system(command.c_str()), 0) << command;
  Batch expected(100, victim->spec().classes);
  std::ifstream file(folder / "scores", std::ios::binary);
  file.read(reinterpret_cast<char*>(expected.data()), expected.size() * sizeof(float));
  ASSERT_EQ(file.gcount(), static_cast<std::streamsize>(expected.size() * sizeof(float)));
  const float apart = (victim->scores(images).values - expected).cwiseAbs().maxCoeff();
  RecordProperty("largest_difference", fmt::format("{:.3g}", apart));
  EXPECT_LT(apart, 1e-4F);
}

TEST_P(OnnxRuntime, FilesHaveTheirAccuracy) {
  ThreadPool pool(2);
  const auto victim = load_victim(options_, images_as_batch(images_, 0, 16), &pool);
  EXPECT_NEAR(100 * measure_accuracy(*victim, images_).fraction(), GetParam().accuracy, 2);
}

INSTANTIATE_TEST_SUITE_P(, OnnxRuntime,
                         ::testing::Values(PublishedFile{"vnncomp_mnist_net_256x4.onnx", "mnist", {}, {}, 97},
                                           PublishedFile{"vnncomp_cifar10_resnet_2b.onnx",
                                                         "cifar10",
                                                         {0.4914F, 0.4822F, 0.4465F},
                                                         {0.2471F, 0.2435F, 0.2616F},
                                                         70}),
                         [](const auto& tested) { return std::string(tested.param.data); });

}  // namespace
}  // namespace bora::models
