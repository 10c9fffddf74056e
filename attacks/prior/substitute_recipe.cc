#include "attacks/prior/substitute_recipe.h"

#include <fmt/format.h>

#include "common/random.h"

namespace bora::attacks {
namespace {

SubstituteRecipe recipe(const char* architecture, int epochs, double learning_rate) {
  SubstituteRecipe recipe;
  recipe.architecture = architecture;
  recipe.training.epochs = epochs;
  recipe.training.learning_rate = learning_rate;
  recipe.training.weight_decay = 5e-4;
  return recipe;
}

// Returns recipes for grey images: networks without batch normalisation, one of them slightly robust, since
// its adversarial examples transfer to others.
std::vector<SubstituteRecipe> for_one_channel() {
  std::vector<SubstituteRecipe> recipes = {recipe("lenet", 5, 0.02), recipe("lenet", 4, 0.02)};
  recipes[1].training.adversarial = 0.1;
  return recipes;
}

// Among the networks tried, the plain stack of convolutions transfers best by far, better than more accurate
// networks, and best of all together with a residual one.
std::vector<SubstituteRecipe> for_colours() {
  return {recipe("vgg7", 8, 0.05), recipe("resnet8", 8, 0.05)};
}

}  // namespace

std::vector<SubstituteRecipe> substitute_recipes(const ImageShape& shape, int count, int epochs) {
  const auto recommended = shape.channels == 1 ? for_one_channel() : for_colours();
  const int wanted = count > 0 ? count : static_cast<int>(recommended.size());
  std::vector<SubstituteRecipe> recipes;
  for (int i = 0; i < wanted; ++i) {
    recipes.push_back(recommended[static_cast<std::size_t>(i) % recommended.size()]);
    TrainingOptions& training = recipes.back().training;
    training.seed = mix_seed(0, static_cast<std::uint64_t>(i));
    // A mirrored digit is another shape; a mirrored photograph is as valid as the original.
    training.augmentation.flip = shape.channels == 3;
    if (epochs > 0) training.epochs = epochs;
  }
  return recipes;
}

std::string to_text(const SubstituteRecipe& recipe) {
  const TrainingOptions& training = recipe.training;
  return fmt::format(
      "{}, up to {} images, {} epochs, batch {}, rate {}, momentum {}, decay {}, against {}, shift {}, flip {}, seed {}",
      recipe.architecture, recipe.images, training.epochs, training.batch, training.learning_rate,
      training.momentum, training.weight_decay, training.adversarial, training.augmentation.shift,
      training.augmentation.flip, training.seed);
}

}  // namespace bora::attacks
