// How the attacker's own classifiers are trained, where nobody brings any.
#pragma once

#include <string>
#include <vector>

#include "models/training.h"

namespace bora {

struct SubstituteRecipe {
  std::string architecture;  ///< of models/network.h
  int images = 20000;        ///< at most so many of the data, drawn at random
  TrainingOptions training;  ///< its seed also fixes the weights to start from and which images are drawn
};

/// The substitute models that --prior data trains on images of this shape. They differ in architecture or in
/// how they are trained, in seed and in the images they see, since what several different classifiers take
/// for the target class transfers better than what one does (Liu, Chen, Liu and Song, ICLR 2017). `count` of
/// them: the first ones, and beyond their number the same again under other seeds; 0: as many as are
/// recommended. `epochs`: of each; 0: its own number.
std::vector<SubstituteRecipe> substitute_recipes(const ImageShape& shape, int count = 0, int epochs = 0);

/// Everything that decides what becomes of the training, as text of one line.
std::string to_text(const SubstituteRecipe& recipe);

}  // namespace bora
