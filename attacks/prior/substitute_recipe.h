// Recipes by which substitute models are trained where the user supplies none.
#pragma once

#include <string>
#include <vector>

#include "common/layers.h"
#include "models/training/training.h"

namespace bora::attacks {

struct SubstituteRecipe {
  std::string architecture;  ///< name in models/networks/network.h
  int images = 20000;        ///< largest number of training images, drawn at random
  TrainingOptions training;  ///< the seed also determines the initial weights and the choice of images
};

/// Returns the recipes of the substitute models that --prior data trains on images of this shape. They differ
/// in architecture or training, in seed and in training images, since what several different classifiers take
/// for the target class transfers better than what one does (Liu, Chen, Liu and Song, ICLR 2017). `count`:
/// number of recipes; beyond those that differ, the same recipes follow under other seeds; 0: the recommended
/// number. `epochs`: number of epochs of each; 0: the recipe's own number.
std::vector<SubstituteRecipe> substitute_recipes(const ImageShape& shape, int count = 0, int epochs = 0);

/// Returns everything that determines the result of the training, as one line of text.
std::string to_text(const SubstituteRecipe& recipe);

}  // namespace bora::attacks
