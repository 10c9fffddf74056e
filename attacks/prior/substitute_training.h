// Training of substitute models: classifiers that the attacker trains on data of its own and keeps in a
// folder.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "common/thread_pool.h"
#include "models/training/training.h"

namespace bora::attacks {

/// Architecture, training images and training options of a substitute model.
struct SubstituteRecipe {
  std::string architecture;  ///< name in models/networks/network.h
  int images = 20000;        ///< largest number of training images, drawn at random
  TrainingOptions training;  ///< the seed also determines the initial weights and the choice of images
};

/// Returns the recipes of the substitute models that --prior data trains on images of this shape. They differ
/// in architecture or training, in seed and in training images, since adversarial examples of several
/// different classifiers transfer better than those of one (Liu, Chen, Liu and Song, ICLR 2017). `count`:
/// number of recipes, >= 0; 0: the recommended number. A larger number repeats these recipes with other
/// seeds. `epochs`: number of epochs of each; 0: the recipe's own number.
std::vector<SubstituteRecipe> substitute_recipes(const ImageShape& shape, int count = 0, int epochs = 0);

/// Returns everything that determines the result of the training, as one line of text.
std::string to_text(const SubstituteRecipe& recipe);

/// Returns the default folder of substitute models: `substitutes` in user_cache(), because several users may
/// share the folder of the data. Does not create it. Throws InputError if there is no user cache.
std::filesystem::path substitute_folder();

/// TorchScript file that holds a substitute model.
struct SubstituteFile {
  std::filesystem::path path;
  bool trained_before = false;  ///< the file existed already
  double seconds = 0;           ///< wall-clock time of its training, now or earlier; 0: not known
};

/// Callback that is called during the training of substitute model `number` (0, 1, ...).
using SubstituteProgress = std::function<void(int number, const SubstituteRecipe&, const TrainingProgress&)>;

/// Trains the substitute models of `recipes` on `data`, for a victim of `classes` classes, on `pool`. Models
/// that `folder` already holds are reused. A file's name consists of the recipe and a hash of the data's
/// pixels and labels, and its content depends on nothing else. Files are written atomically. A JSON file of
/// the same name states the recipe, the data and the training time. The result is shorter than `recipes` if
/// `stop` (may be null) became true: the training in progress is then abandoned.
///
/// Throws InputError if the data do not suit (shape, labels, too few images), or `folder` cannot be written
/// to.
std::vector<SubstituteFile> train_substitutes(const std::vector<SubstituteRecipe>& recipes,
                                              const ImageDataset& data, int classes,
                                              const std::filesystem::path& folder, ThreadPool& pool,
                                              const SubstituteProgress& progress = {},
                                              const std::atomic<bool>* stop = nullptr);

}  // namespace bora::attacks
