// Training of the attacker's own classifiers on the attacker's own data, each once.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "attacks/prior/substitute_recipe.h"
#include "common/thread_pool.h"

namespace bora {

/// Where substitute models are kept unless the user says otherwise: `substitutes` in user_cache(). Beside the
/// data they would be in the way of others, who share them. Creates nothing. Throws InputError if there is no
/// such place.
std::filesystem::path substitute_folder();

/// A substitute model as a TorchScript file.
struct SubstituteFile {
  std::filesystem::path path;
  bool trained_before = false;  ///< it was there already
  double seconds = 0;           ///< of wall clock that its training took, whenever that was; 0: not known
};

/// Of the substitute model `number` (0, 1, ...), while it is trained.
using SubstituteProgress = std::function<void(int number, const SubstituteRecipe&, const TrainingProgress&)>;

/// The substitute models of `recipes` on `data`, for a victim of `classes` classes: trained on `pool`, unless
/// `folder` holds them from before. A file's name is made of the recipe and of a hash of the data's pixels
/// and labels, and its content depends on nothing else. It appears whole or not at all, with a note beside it
/// that says what it is. Shorter than `recipes` if `stop` (may be null) became true: the one being trained is
/// given up.
///
/// Throws InputError if the data do not suit (shape, labels, too few images), or `folder` cannot be written
/// to.
std::vector<SubstituteFile> train_substitutes(const std::vector<SubstituteRecipe>& recipes,
                                              const ImageDataset& data, int classes,
                                              const std::filesystem::path& folder, ThreadPool& pool,
                                              const SubstituteProgress& progress = {},
                                              const std::atomic<bool>* stop = nullptr);

}  // namespace bora
