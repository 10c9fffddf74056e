// Training of the attacker's own classifiers on the attacker's own data, each once.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "attacks/prior/substitute_recipe.h"
#include "common/layers.h"
#include "common/thread_pool.h"

namespace bora::attacks {

/// Returns the default folder of substitute models: `substitutes` in user_cache(), since others may share the
/// folder of the data. Creates nothing. Throws InputError if there is no user cache.
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
/// pixels and labels, and its content depends on nothing else. Files are written atomically, each with a note
/// beside it that describes it. The result is shorter than `recipes` if `stop` (may be null) became true: the
/// training in progress is then abandoned.
///
/// Throws InputError if the data do not suit (shape, labels, too few images), or `folder` cannot be written
/// to.
std::vector<SubstituteFile> train_substitutes(const std::vector<SubstituteRecipe>& recipes,
                                              const ImageDataset& data, int classes,
                                              const std::filesystem::path& folder, ThreadPool& pool,
                                              const SubstituteProgress& progress = {},
                                              const std::atomic<bool>* stop = nullptr);

}  // namespace bora::attacks
