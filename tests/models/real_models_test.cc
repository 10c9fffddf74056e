// Accuracies on real data: of published victims, and of a network trained on the digits with bo-train's
// defaults.
#include <cstring>
#include <filesystem>

#include <gtest/gtest.h>

#include "common/error.h"
#include "data/images/load.h"
#include "models/training/training.h"
#include "models/victims/evaluation.h"
#include "models/victims/torch/torchscript_victim.h"
#include "support/real_data.h"

namespace bora::models {
namespace {

struct PublishedVictim {
  const char* file;
  const char* data;
  double accuracy;  ///< as published with the victim, in percent
};

void PrintTo(const PublishedVictim& victim, std::ostream* out) {
  *out << victim.file;
}

class PublishedVictims : public ::testing::TestWithParam<PublishedVictim> {};

TEST_P(PublishedVictims, HaveTheirAccuracy) {
  const auto data = testing::real_data(GetParam().data);
  const auto model = data / "../../models" / GetParam().file;
  if (data.empty() || !std::filesystem::exists(model))
    GTEST_SKIP() << "no " << GetParam().file << " on this machine";
  const auto dataset = load_dataset(data.string(), Part::test);
  ThreadPool pool(2);
  VictimOptions options;
  options.address = model.string();
  options.data_shape = dataset.shape;
  const auto victim = load_torchscript(options, images_as_batch(dataset, 0, 16), &pool);
  EXPECT_EQ(victim->spec().classes, 10);
  EXPECT_EQ(victim->spec().kind, ScoreKind::logits);
  EXPECT_NEAR(100 * measure_accuracy(*victim, dataset).fraction(), GetParam().accuracy, 0.1);
}

INSTANTIATE_TEST_SUITE_P(, PublishedVictims,
                         ::testing::Values(PublishedVictim{"mnist_carlini_bayesopt.pt", "mnist", 99.4},
                                           PublishedVictim{"mnist_lenet5_adv_advertorch.pt", "mnist", 98.6},
                                           PublishedVictim{"cifar10_resnet20_akamaster.pt", "cifar10", 91.7}),
                         [](const auto& tested) {
                           return std::string(tested.param.file, std::strcspn(tested.param.file, "."));
                         });

TEST(Digits, AreLearntByLeNet) {
  ImageDataset training_images;
  ImageDataset test_images;
  try {
    training_images = load_dataset("digits", Part::train);
    test_images = load_dataset("digits", Part::test);
  } catch (const InputError& error) {
    GTEST_SKIP() << error.what();
  }
  NetworkOptions options;
  options.input = training_images.shape;
  set_normalisation(options, training_images);
  ThreadPool pool(2);
  Network network(options, &pool);
  train(network, training_images, TrainingOptions{}, pool);
  // Seeds give 97.7 to 98.4%.
  EXPECT_GE(measure_accuracy(network, test_images).fraction(), 0.97);
}

}  // namespace
}  // namespace bora::models
