#include "attacks/prior/substitute_training.h"

#include <unistd.h>

#include <fstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "common/error.h"
#include "common/files/atomic_write.h"
#include "common/hash.h"
#include "common/json.h"
#include "common/random.h"
#include "common/setting_error.h"
#include "data/files/places.h"
#include "models/networks/export.h"

namespace bora::attacks {
namespace {

namespace fs = std::filesystem;

// Version of the training. Raise it when training changes, so that models of an earlier version are not
// reused.
constexpr int kTrainingVersion = 1;

SubstituteRecipe recipe(const char* architecture, int epochs, double learning_rate) {
  SubstituteRecipe recipe;
  recipe.architecture = architecture;
  recipe.training.epochs = epochs;
  recipe.training.learning_rate = learning_rate;
  recipe.training.weight_decay = 5e-4;
  return recipe;
}

// Returns networks without batch normalisation. One is trained adversarially with a small epsilon, because
// adversarial examples of slightly robust networks transfer better.
std::vector<SubstituteRecipe> grey_recipes() {
  std::vector<SubstituteRecipe> recipes = {recipe("lenet", 5, 0.02), recipe("lenet", 4, 0.02)};
  recipes[1].training.adversarial = 0.1;
  return recipes;
}

// Adversarial examples of the plain convolutional network (vgg7) transfer by far the best of the networks
// tried, better than those of more accurate networks. Together with a residual network they transfer best of
// all.
std::vector<SubstituteRecipe> colour_recipes() {
  return {recipe("vgg7", 8, 0.05), recipe("resnet8", 8, 0.05)};
}

// Returns whether a file can be created in the folder. Creates one to find out, because not every file system
// reports permissions correctly.
bool writable(const fs::path& folder) {
  std::string name = (folder / "bora-XXXXXX").string();
  const int descriptor = ::mkstemp(name.data());
  if (descriptor < 0) return false;
  ::close(descriptor);
  ::unlink(name.c_str());
  return true;
}

std::string hash_of(const ImageDataset& data) {
  const std::string_view pixels(reinterpret_cast<const char*>(data.pixels.data()), data.pixels.size());
  const std::string_view labels(reinterpret_cast<const char*>(data.labels.data()),
                                data.labels.size() * sizeof(int));
  return sha256(pixels) + sha256(labels);
}

fs::path file_of(const SubstituteRecipe& recipe, const ImageDataset& data, const std::string& hash,
                 int classes) {
  const std::string key = sha256(fmt::format("{}; {}; {}; {}; {}", kTrainingVersion, to_text(recipe),
                                             to_string(data.shape), classes, hash));
  return fmt::format("{}-{}.pt", recipe.architecture, key.substr(0, 16));
}

// Returns the path of the JSON file that describes a substitute model.
fs::path note_of(const fs::path& file) {
  return fs::path(file).replace_extension(".json");
}

// Returns the training time stated in a note, 0 if it states none.
double seconds_in(const fs::path& note) {
  std::ifstream file(note);
  const auto stated = parse_json(file);
  if (!stated.is_object()) return 0;
  const auto seconds = stated.find("seconds");
  return seconds != stated.end() && seconds->is_number() ? seconds->get<double>() : 0;
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    throw InputError("{}: cannot create this folder for substitute models: {}", folder.string(),
                     error.message());
  if (!writable(folder))
    throw InputError("{}: cannot write substitute models to this folder", folder.string());
}

// Returns the training images of a recipe.
ImageDataset draw_images(const ImageDataset& data, const SubstituteRecipe& recipe) {
  if (data.size() <= recipe.images) return data;
  auto rows = Rng(mix_seed(recipe.training.seed, "images")).permutation(data.size());
  rows.resize(static_cast<std::size_t>(recipe.images));
  return select(data, rows);
}

}  // namespace

std::vector<SubstituteRecipe> substitute_recipes(const ImageShape& shape, int count, int epochs) {
  const auto recommended = shape.channels == 1 ? grey_recipes() : colour_recipes();
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

fs::path substitute_folder() {
  if (const auto cache = user_cache()) return *cache / "substitutes";
  throw SettingError("prior data",
                     "no folder for substitute models, because neither $XDG_CACHE_HOME nor $HOME is set; "
                     "name one with --prior-cache");
}

std::vector<SubstituteFile> train_substitutes(const std::vector<SubstituteRecipe>& recipes,
                                              const ImageDataset& data, int classes, const fs::path& folder,
                                              ThreadPool& pool, const SubstituteProgress& progress,
                                              const std::atomic<bool>* stop) {
  const std::string hash = hash_of(data);
  std::vector<SubstituteFile> files;
  for (const SubstituteRecipe& recipe : recipes) {
    const fs::path file = folder / file_of(recipe, data, hash, classes);
    if (fs::exists(file)) {
      files.push_back({file, true, seconds_in(note_of(file))});
      continue;
    }
    make_folder(folder);
    const ImageDataset drawn = draw_images(data, recipe);
    NetworkOptions options;
    options.architecture = recipe.architecture;
    options.input = data.shape;
    options.classes = classes;
    options.seed = mix_seed(recipe.training.seed, "weights");
    set_normalisation(options, drawn);
    Network network(options, &pool);
    const auto report = [&](const TrainingProgress& now) {
      if (progress) progress(static_cast<int>(files.size()), recipe, now);
    };
    const TrainingResult result = train(network, drawn, recipe.training, pool, report, stop);
    if (result.interrupted) break;
    // The training time is in the note, so that the network's file does not depend on it.
    const nlohmann::json note = {{"substitute", to_text(recipe)},
                                 {"data", data.source},
                                 {"images", drawn.size()},
                                 {"seconds", result.seconds}};
    write_atomically(note_of(file), json_text(note, 2) + "\n");
    ModelMetadata metadata;
    metadata.training = training_summary(recipe.training, result.epochs);
    export_torchscript(network, file.string(), metadata, ContentSet(drawn));
    files.push_back({file, false, result.seconds});
  }
  return files;
}

}  // namespace bora::attacks
