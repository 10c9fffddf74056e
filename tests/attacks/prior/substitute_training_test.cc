#include "attacks/prior/substitute_training.h"

#include <cstdlib>
#include <optional>
#include <set>

#include <gtest/gtest.h>

#include "attacks/image/transfer/substitutes.h"
#include "common/hash.h"
#include "models/victims/evaluation.h"
#include "models/victims/metadata.h"
#include "models/victims/torch/torchscript_victim.h"
#include "support/generated_images.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::attacks {
namespace {

namespace fs = std::filesystem;

// Returns n images: dark ones of class 0, bright ones of class 1.
ImageDataset dark_and_bright(int n, std::uint64_t seed) {
  return testing::generated_images(n, {1, 16, 16}, 2, seed,
                                   [](Rng& rng, int label, int) { return rng.index(100) + 155 * label; });
}

std::vector<SubstituteRecipe> quick_recipes() {
  auto recipes = substitute_recipes({1, 16, 16}, 2, 2);
  for (auto& recipe : recipes) recipe.images = 128;
  return recipes;
}

std::set<std::string> names_in(const fs::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.insert(entry.path().filename().string());
  return names;
}

// Scope in which an environment variable has a value.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    ::setenv(name, value.c_str(), 1);
  }
  ~Variable() {
    if (before_)
      ::setenv(name_, before_->c_str(), 1);
    else
      ::unsetenv(name_);
  }

 private:
  const char* name_;
  std::optional<std::string> before_;
};

class SubstituteTraining : public ::testing::Test {
 protected:
  std::vector<SubstituteFile> train(const std::string& folder, int threads = 2,
                                    const SubstituteProgress& progress = {},
                                    const std::atomic<bool>* stop = nullptr) {
    ThreadPool pool(threads);
    return train_substitutes(quick_recipes(), data_, 2, folder_ / folder, pool, progress, stop);
  }

  testing::TemporaryFolder folder_;
  ImageDataset data_ = dark_and_bright(200, 1);
};

TEST_F(SubstituteTraining, WritesClassifiersForAttacks) {
  std::vector<std::shared_ptr<Victim>> networks;
  for (const auto& file : train("kept")) {
    EXPECT_FALSE(file.trained_before);
    EXPECT_GT(file.seconds, 0);
    VictimOptions options;
    options.address = file.path.string();
    networks.push_back(load_torchscript(options));
    EXPECT_GT(measure_accuracy(*networks.back(), dark_and_bright(100, 2)).fraction(), 0.9);
  }
  EXPECT_EQ(networks.size(), 2U);
  EXPECT_NO_THROW(Substitutes{networks});
}

TEST_F(SubstituteTraining, ReusesTrainedModels) {
  const auto first = train("kept");
  int steps = 0;
  const auto second = train("kept", 2, [&](int, const auto&, const auto&) { ++steps; });
  EXPECT_EQ(steps, 0);
  ASSERT_EQ(second.size(), first.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_EQ(second[i].path, first[i].path);
    EXPECT_TRUE(second[i].trained_before);
    EXPECT_DOUBLE_EQ(second[i].seconds, first[i].seconds) << "what the training took is remembered";
  }
}

TEST_F(SubstituteTraining, DependsOnDataAndRecipeOnly) {
  const auto first = train("kept", 1);
  const auto again = train("elsewhere", 3);
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_EQ(first[i].path.filename(), again[i].path.filename());
    EXPECT_EQ(sha256_file(first[i].path), sha256_file(again[i].path));
  }
  EXPECT_NE(sha256_file(first[0].path), sha256_file(first[1].path));
  data_.pixels[7] ^= 1;
  const auto other = train("kept");
  EXPECT_NE(other[0].path, first[0].path) << "one level of one pixel of the data differs";
  data_.pixels[7] ^= 1;
  std::swap(data_.labels[0], data_.labels[1]);
  EXPECT_NE(train("kept")[0].path, first[0].path) << "two labels of the data differ";
}

TEST_F(SubstituteTraining, RecordsTheTrainingImagesOfEachModel) {
  const ContentSet all(data_);
  for (const auto& file : train("kept")) {
    const auto seen = read_training_images(file.path.string());
    ASSERT_TRUE(seen);
    EXPECT_EQ(seen->size(), 128) << "those that were drawn";
    EXPECT_EQ(seen->shared_with(all), 128);
  }
}

TEST_F(SubstituteTraining, KeepsOnlyCompleteModelsIfStopped) {
  std::atomic<bool> stop = false;
  const auto files = train(
      "kept", 2,
      [&](int number, const auto&, const TrainingProgress& now) {
        if (number == 1 && now.step == 1) stop = true;
      },
      &stop);
  ASSERT_EQ(files.size(), 1U);
  EXPECT_EQ(names_in(folder_ / "kept"),
            (std::set<std::string>{files[0].path.filename().string(),
                                   fs::path(files[0].path).replace_extension(".json").filename().string()}));
  const auto all = train("kept");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_TRUE(all[0].trained_before);
  EXPECT_FALSE(all[1].trained_before);
}

TEST_F(SubstituteTraining, RefusesUnsuitableDataAndFolders) {
  ThreadPool pool(1);
  testing::expect_input_error(
      [&] { train_substitutes(quick_recipes(), data_, 2, "/proc/substitutes", pool); }, "/proc/substitutes");
  data_.labels.assign(data_.labels.size(), -1);
  testing::expect_input_error([&] { train("kept"); }, "has label -1");
}

TEST_F(SubstituteTraining, DifferentRecipesHaveDifferentTexts) {
  std::set<std::string> texts;
  const SubstituteRecipe plain = quick_recipes()[0];
  const auto add = [&](auto change) {
    SubstituteRecipe recipe = plain;
    change(recipe, recipe.training);
    EXPECT_TRUE(texts.insert(to_text(recipe)).second) << to_text(recipe);
  };
  add([](auto&, auto&) {});
  add([](auto& recipe, auto&) { recipe.architecture = "resnet14"; });
  add([](auto& recipe, auto&) { recipe.images += 1; });
  add([](auto&, auto& training) { training.epochs += 1; });
  add([](auto&, auto& training) { training.batch += 1; });
  add([](auto&, auto& training) { training.learning_rate *= 1.0001; });
  add([](auto&, auto& training) { training.momentum = 0.8; });
  add([](auto&, auto& training) { training.weight_decay *= 1.0001; });
  add([](auto&, auto& training) { training.adversarial += 0.0001; });
  add([](auto&, auto& training) { training.augmentation.shift += 1; });
  add([](auto&, auto& training) { training.augmentation.flip = !training.augmentation.flip; });
  add([](auto&, auto& training) { training.seed += 1; });
}

TEST(SubstituteRecipes, AreDiverseAndAsManyAsRequested) {
  for (const ImageShape& shape : {ImageShape{1, 28, 28}, ImageShape{3, 32, 32}}) {
    const auto recommended = substitute_recipes(shape);
    EXPECT_GE(recommended.size(), 2U);
    std::set<std::string> texts, seeds;
    const auto many = substitute_recipes(shape, 7, 3);
    ASSERT_EQ(many.size(), 7U);
    for (const auto& recipe : many) {
      EXPECT_NO_THROW(recipe.training.check());
      EXPECT_EQ(recipe.training.epochs, 3);
      EXPECT_EQ(recipe.training.augmentation.flip, shape.channels == 3);
      seeds.insert(std::to_string(recipe.training.seed));
    }
    EXPECT_EQ(seeds.size(), 7U);
    // Recipes must differ in more than the seed.
    for (const auto& recipe : recommended)
      texts.insert(recipe.architecture + (recipe.training.adversarial > 0 ? ", robust" : ""));
    EXPECT_EQ(texts.size(), recommended.size()) << "several architectures or ways of training";
    EXPECT_EQ(many[0].architecture, recommended[0].architecture);
    EXPECT_EQ(substitute_recipes(shape, 1).size(), 1U);
  }
}

TEST(SubstituteFolder, IsInTheUsersCache) {
  const testing::TemporaryFolder folder;
  const Variable cache("XDG_CACHE_HOME", (folder / "cache").string());
  EXPECT_EQ(substitute_folder(), folder / "cache/bora/substitutes");
  EXPECT_FALSE(fs::exists(folder / "cache")) << "looking creates nothing";
  const Variable none("XDG_CACHE_HOME", "");
  const Variable home("HOME", (folder / "home").string());
  EXPECT_EQ(substitute_folder(), folder / "home/.cache/bora/substitutes");
  const Variable nowhere("HOME", "");
  testing::expect_input_error([] { substitute_folder(); }, "prior-cache");
}

}  // namespace
}  // namespace bora::attacks
