// Requirements on every victim, checked on all of them.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <map>
#include <thread>

#include <gtest/gtest.h>

#include "common/error.h"
#include "common/random.h"
#include "models/networks/network.h"
#include "models/victims/load_victim.h"
#include "models/victims/remote/fake_server.h"
#include "support/real_data.h"

namespace bora::models {
namespace {

namespace fs = std::filesystem;

struct VictimCase {
  std::string name;
  std::function<std::unique_ptr<Victim>(ThreadPool*)> make;  ///< null if the victim is not on this machine
};

void PrintTo(const VictimCase& victim, std::ostream* out) {
  *out << victim.name;
}

VictimCase shared_model(const std::string& file, const ImageShape& shape) {
  return {file, [=](ThreadPool* pool) -> std::unique_ptr<Victim> {
            // Victims lie beside the data sets.
            const auto data = testing::real_data("mnist");
            const auto path = data / "../../models" / file;
            if (data.empty() || !fs::exists(path)) return nullptr;
            VictimOptions options;
            options.address = path;
            options.data_shape = shape;
            return load_victim(options, {}, pool);
          }};
}

/// Made by package_test.sh, see models/victims/torch/package_victim_test.cc.
VictimCase package(const std::string& file) {
  return {"package_" + file, [=](ThreadPool* pool) -> std::unique_ptr<Victim> {
            const char* const folder = std::getenv("BORA_TEST_PACKAGES");
            if (folder == nullptr) return nullptr;
            VictimOptions options;
            options.address = (fs::path(folder) / (file + ".pt2")).string();
            options.data_shape = ImageShape{1, 6, 7};
            options.trusted = true;
            return load_victim(options, {}, pool);
          }};
}

VictimCase program(const std::string& name, const std::string& command, bool there, int concurrency = 1) {
  return {name, [=](ThreadPool* pool) -> std::unique_ptr<Victim> {
            if (!there) return nullptr;
            VictimOptions options;
            options.address = "exec:" + command;
            options.data_shape = ImageShape{1, 6, 7};
            options.endpoint.concurrency = concurrency;
            return load_victim(options, {}, pool);
          }};
}

VictimCase server(const std::string& name, bool binary, int concurrency, int top = 0) {
  return {name, [=](ThreadPool* pool) -> std::unique_ptr<Victim> {
            // All victims of a kind share a server, which ends with the process.
            static std::map<std::pair<bool, int>, std::unique_ptr<testing::FakeServer>> servers;
            auto& there = servers[{binary, top}];
            if (!there) {
              testing::FakeKserve toy;
              toy.binary = binary;
              toy.top = top;
              toy.model = [](const Batch& images) {
                return Batch((images.leftCols(5).array() * 3 - 1).matrix());
              };
              there = std::make_unique<testing::FakeServer>(toy.handler());
            }
            VictimOptions options;
            options.address = there->url("/v2/models/toy");
            options.endpoint.concurrency = concurrency;
            if (top > 0) {
              options.top_labels = "indices";
              options.classes = 5;
            }
            return load_victim(options, {}, pool);
          }};
}

VictimCase own_network(const std::string& architecture, const ImageShape& shape) {
  return {architecture, [=](ThreadPool* pool) -> std::unique_ptr<Victim> {
            NetworkOptions options;
            options.architecture = architecture;
            options.input = shape;
            return std::make_unique<Network>(options, pool);
          }};
}

Batch random_images(int n, const ImageShape& shape, std::uint64_t seed) {
  Rng rng(seed);
  Batch images(n, shape.size());
  for (Eigen::Index i = 0; i < images.size(); ++i) images.data()[i] = static_cast<float>(rng.uniform());
  return images;
}

class VictimConformance : public ::testing::TestWithParam<VictimCase> {
 protected:
  void SetUp() override {
    victim_ = GetParam().make(nullptr);
    if (!victim_) GTEST_SKIP() << "no victim " << GetParam().name << " on this machine";
  }
  std::unique_ptr<Victim> victim_;
};

TEST_P(VictimConformance, HasAValidSpec) {
  const auto& spec = victim_->spec();
  EXPECT_FALSE(spec.name.empty());
  EXPECT_GT(spec.input.size(), 0);
  EXPECT_GE(spec.classes, 2);
}

TEST_P(VictimConformance, AnswersEveryRow) {
  for (const int n : {1, 2, 15, 16, 17, 50}) {
    const auto scores = victim_->scores(random_images(n, victim_->spec().input, 1));
    EXPECT_EQ(scores.values.rows(), n);
    EXPECT_EQ(scores.values.cols(), victim_->spec().classes);
    EXPECT_EQ(scores.kind, victim_->spec().kind);
    const int shown = victim_->spec().top > 0 ? victim_->spec().top : victim_->spec().classes;
    EXPECT_EQ((scores.values.array() != kHidden).count(), n * shown);
    EXPECT_TRUE(at_most(scores.values).allFinite());
  }
}

TEST_P(VictimConformance, AnswersDependOnTheImage) {
  const auto scores = victim_->scores(random_images(2, victim_->spec().input, 2));
  EXPECT_NE(scores.values.row(0), scores.values.row(1));
}

TEST_P(VictimConformance, GivesARowTheSameScoresInAnyBatch) {
  const auto images = random_images(33, victim_->spec().input, 3);
  const auto together = victim_->scores(images).values;
  for (const int i : {0, 16, 32}) {
    const Batch alone = at_most(victim_->scores(images.row(i)).values), row = at_most(together.row(i));
    EXPECT_LT((alone - row).cwiseAbs().maxCoeff(), 1e-4 * (1 + row.cwiseAbs().maxCoeff()));
  }
}

TEST_P(VictimConformance, RepeatsItselfBitForBit) {
  const auto images = random_images(50, victim_->spec().input, 4);
  const auto first = victim_->scores(images).values;
  for (int repeat = 0; repeat < 5; ++repeat) EXPECT_EQ(victim_->scores(images).values, first);
  EXPECT_EQ(GetParam().make(nullptr)->scores(images).values, first);
}

TEST_P(VictimConformance, DoesNotDependOnTheNumberOfThreads) {
  const auto images = random_images(90, victim_->spec().input, 5);
  const auto expected = victim_->scores(images).values;
  for (const int threads : {1, 2, 4}) {
    ThreadPool pool(threads);
    const auto victim = GetParam().make(&pool);
    for (int repeat = 0; repeat < 5; ++repeat) EXPECT_EQ(victim->scores(images).values, expected) << threads;
  }
}

TEST_P(VictimConformance, LabelsAreTheBestScores) {
  const auto images = random_images(20, victim_->spec().input, 7);
  const auto scores = victim_->scores(images);
  const auto labels = victim_->labels(images);
  ASSERT_EQ(labels.size(), 20U);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(labels[i], predicted_class(scores, i));
}

TEST_P(VictimConformance, GradientsAreThoseOfFiniteDifferences) {
  if (!victim_->has_gradients()) GTEST_SKIP() << "no gradients";
  const auto& spec = victim_->spec();
  Rng rng(8);
  const Batch image = random_images(1, spec.input, 9);
  Batch cotangent(1, spec.classes), direction(1, spec.input.size());
  for (Batch* normal : {&cotangent, &direction})
    for (Eigen::Index i = 0; i < normal->size(); ++i) normal->data()[i] = static_cast<float>(rng.normal());
  const Batch gradient = victim_->pullback(image, cotangent);
  direction = gradient.normalized() + 0.3F * direction.normalized();
  // Large enough for float scores to differ, small enough for few rectifiers to switch.
  const float step = 0.01F;
  const double above = victim_->scores(image + step * direction).values.row(0).dot(cotangent.row(0));
  const double below = victim_->scores(image - step * direction).values.row(0).dot(cotangent.row(0));
  const double expected = gradient.row(0).dot(direction.row(0));
  EXPECT_NEAR((above - below) / (2 * step), expected, 0.03 * std::abs(expected));
}

TEST_P(VictimConformance, GradientsDependOnNothingButTheImage) {
  if (!victim_->has_gradients()) GTEST_SKIP() << "no gradients";
  const auto images = random_images(9, victim_->spec().input, 10);
  const Batch cotangents = random_images(9, {1, 1, victim_->spec().classes}, 11);
  ThreadPool pool(4);
  const Batch together = GetParam().make(&pool)->pullback(images, cotangents);
  for (int i = 0; i < 9; ++i)
    EXPECT_EQ(victim_->pullback(images.row(i), cotangents.row(i)), Batch(together.row(i)));
}

TEST_P(VictimConformance, NewConnectionsGiveTheSameAnswersConcurrently) {
  const Batch images = random_images(12, victim_->spec().input, 11);
  const std::vector<int> expected = victim_->labels(images);
  std::vector<std::unique_ptr<Victim>> connections;
  for (int i = 0; i < 3; ++i)
    if (auto connection = victim_->new_connection()) connections.push_back(std::move(connection));
  std::vector<std::vector<int>> found(connections.size());
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < connections.size(); ++i)
      threads.emplace_back([&, i] {
        for (int time = 0; time < 5; ++time) found[i] = connections[i]->labels(images);
      });
  }
  for (std::size_t i = 0; i < connections.size(); ++i) {
    EXPECT_EQ(found[i], expected);
    EXPECT_EQ(connections[i]->spec().classes, victim_->spec().classes);
    EXPECT_EQ(connections[i]->spec().kind, victim_->spec().kind);
  }
  connections.clear();
  EXPECT_EQ(victim_->labels(images), expected);
}

TEST_P(VictimConformance, LeavesTheImagesAlone) {
  const auto images = random_images(3, victim_->spec().input, 6);
  const Batch before = images;
  victim_->scores(images);
  EXPECT_EQ(images, before);
}

TEST_P(VictimConformance, RefusesImagesOfAnotherSize) {
  EXPECT_THROW(victim_->scores(Batch::Zero(1, victim_->spec().input.size() + 1)), InputError);
  EXPECT_THROW(victim_->scores(Batch(0, victim_->spec().input.size())), InputError);
}

INSTANTIATE_TEST_SUITE_P(
    , VictimConformance,
    ::testing::Values(
        own_network("lenet", {1, 28, 28}), own_network("resnet8", {3, 20, 24}),
        shared_model("mnist_carlini_bayesopt.pt", {1, 28, 28}),
        shared_model("mnist_lenet5_adv_advertorch.pt", {1, 28, 28}),
        shared_model("cifar10_resnet20_akamaster.pt", {3, 32, 32}),
        shared_model("vnncomp_mnist_net_256x4.onnx", {1, 28, 28}),
        shared_model("vnncomp_cifar10_resnet_2b.onnx", {3, 32, 32}), package("together"), package("alone"),
        package("four"), program("cpp_program", "'" BORA_EXAMPLE_VICTIM "'", true),
        program("two_cpp_programs", "'" BORA_EXAMPLE_VICTIM "'", true, 2),
        program("python_program",
                "'" BORA_TORCH_PYTHON "' '" BORA_TEST_SOURCE_DIR "/models/victims/remote/stripes.py'",
                std::string(BORA_TORCH_PYTHON) != ""),
        server("server", false, 1), server("binary_server", true, 4), server("server_of_best", true, 2, 3),
        program("program_of_best",
                "'" BORA_TORCH_PYTHON "' '" BORA_TEST_SOURCE_DIR "/models/victims/remote/stripes.py' 3",
                std::string(BORA_TORCH_PYTHON) != "")),
    [](const auto& tested) {
      std::string name = tested.param.name;
      std::ranges::replace(name, '.', '_');
      return name;
    });

}  // namespace
}  // namespace bora::models
