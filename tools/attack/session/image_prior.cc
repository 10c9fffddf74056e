#include "tools/attack/session/image_prior.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "attacks/prior/substitute_training.h"
#include "common/error.h"
#include "common/hash.h"
#include "common/text.h"
#include "models/victims/address.h"
#include "models/victims/evaluation.h"
#include "models/victims/torch/torchscript_victim.h"
#include "tools/attack/session/class_numbers.h"
#include "tools/options/run_tool.h"

namespace bora::tools {
namespace {

constexpr int kMostForAccuracy = 1000;  // images on which the accuracy of substitute models is measured

std::string name_of(PriorSource::Kind source) {
  constexpr const char* kNames[] = {"none", "data", "files"};
  return kNames[static_cast<int>(source)];
}

// Returns the first kMostForAccuracy labelled images that are not attacked and that no substitute model is
// known to be trained on.
ImageDataset fresh(const ImageDataset& images, int classes, const std::vector<std::string>& attacked,
                   const std::vector<std::optional<ContentSet>>& learnt) {
  const std::set<std::string> left_out(attacked.begin(), attacked.end());
  std::vector<int> rows;
  for (int i = 0; i < images.size() && static_cast<int>(rows.size()) < kMostForAccuracy; ++i) {
    if (images.labels[i] < 0 || images.labels[i] >= classes) continue;
    const auto pixels = images.image(i);
    const auto holds_it = [&](const auto& set) { return set && set->contains(pixels); };
    if (!left_out.contains({pixels.begin(), pixels.end()}) && std::ranges::none_of(learnt, holds_it))
      rows.push_back(i);
  }
  return select(images, rows);
}

Accuracy accuracy_of(Victim& network, const ImageDataset& images) {
  try {
    return measure_accuracy(network, images);
  } catch (const VictimError& error) {
    throw InputError("--prior: {} fails on clean images: {}", network.spec().name, error.what());
  }
}

}  // namespace

void ImagePrior::load(const std::string& file, const VictimSpec& victim) {
  SubstituteRecord record;
  record.file = file;
  record.sha256 = sha256_file(file);
  if (is_file_address(model_) && record.sha256 == sha256_file(model_))
    throw InputError(
        "--prior: {} is the victim's own file (same SHA-256): with it the attack would be a white-box attack",
        file);
  for (const SubstituteRecord& other : records_)
    if (record.sha256 == other.sha256)
      throw InputError("--prior: {} and {} are the same network (same SHA-256)", other.file, file);
  VictimOptions options;
  options.address = file;
  options.data_shape = victim.input;
  options.device = device_;
  std::shared_ptr<Victim> network;
  try {
    // Without a thread pool, since attacks query their substitute models from threads of one.
    network = load_torchscript(options, {}, nullptr);
  } catch (const InputError& error) {
    throw InputError("--prior: {}", error.what());
  }
  if (network->spec().classes != victim.classes)
    throw InputError("--prior: {} has {} classes, the victim {} has {}", file, network->spec().classes,
                     victim.name, victim.classes);
  if (const auto metadata = read_metadata(file)) record.architecture = metadata->architecture;
  networks_.push_back(std::move(network));
  records_.push_back(std::move(record));
}

void ImagePrior::gather() {
  std::vector<std::shared_ptr<Victim>> useful;
  for (std::size_t i = 0; i < networks_.size(); ++i)
    if (!records_[i].set_aside) useful.push_back(networks_[i]);
  any_useful_ = !useful.empty();
  if (!networks_.empty())
    substitutes_ = std::make_shared<const Substitutes>(any_useful_ ? useful : networks_);
}

void ImagePrior::open(const VictimSpec& victim, const DataSource& attacked) {
  victim_ = victim;
  // Found here before minutes of training, as loading a victim outside this process does not use the device.
  if (config_.source.kind != PriorSource::Kind::none) check_device(device_);
  if (config_.source.kind == PriorSource::Kind::files) {
    for (const std::string& file : config_.source.files) {
      load(file, victim);
      training_images_.push_back(read_training_images(file));
    }
    gather();
  }
  if (config_.source.kind != PriorSource::Kind::data) return;
  const std::string spec = config_.data.empty() ? attacked.spec : config_.data;
  if (spec.empty()) throw InputError("--prior data: no data to train on; name them with --prior-data");
  try {
    Preparation preparation = attacked.preparation;
    if (!config_.data.empty()) preparation.class_map.clear();  // the map belongs to the classes of --data
    training_part_ = load_dataset(spec, Part::train, attacked.split, preparation);
  } catch (const InputError& error) {
    throw InputError("--prior data: {}", error.what());
  }
  if (training_part_.shape != victim.input)
    throw InputError("--prior data: the images of {} are {}, the victim {} takes {}", training_part_.source,
                     to_string(training_part_.shape), victim.name, to_string(victim.input));
  if (const int classes = training_part_.classes; classes > 0 && classes != victim.classes)
    throw InputError("--prior data: {} has {} classes, the victim {} has {}", training_part_.source, classes,
                     victim.name, victim.classes);
  training_source_ = training_part_.source;
  training_images_.emplace_back(ContentSet(training_part_));
  folder_ = config_.cache.empty() ? substitute_folder().string() : config_.cache;
}

void ImagePrior::refuse_attacked(const std::vector<std::string>& attacked) const {
  for (std::size_t i = 0; i < training_images_.size(); ++i) {
    const int known = training_images_[i] ? count_known(*training_images_[i], attacked) : 0;
    if (known == 0) continue;
    const std::string images = count_of(static_cast<std::int64_t>(attacked.size()), "image");
    if (config_.source.kind == PriorSource::Kind::files)
      throw InputError(
          "--prior: {} was trained on {} of the {} to be attacked; attack other images or use other "
          "substitute models",
          config_.source.files[i], known, images);
    throw InputError(
        "--prior data: {} of the {} to be attacked are among those of {} that substitute models would "
        "be trained on; attack others (--part test, --skip) or train on others (--prior-data)",
        known, images, training_source_);
  }
}

void ImagePrior::complete(const ImageDataset& images, const std::vector<std::string>& attacked,
                          ThreadPool& pool, bool quiet, Progress& progress) {
  if (config_.source.kind == PriorSource::Kind::none) return;
  refuse_attacked(attacked);
  const bool torchscript = place_of(model_) == ModelPlace::torchscript;
  overlap_ = training_overlap(torchscript ? read_training_images(model_) : std::nullopt, training_images_);
  number_classes_as(images.class_names, training_part_);
  if (config_.source.kind == PriorSource::Kind::data) train(pool, quiet, progress);
  screen(images, attacked, pool);
  gather();
}

void ImagePrior::train(ThreadPool& pool, bool quiet, Progress& progress) {
  const auto recipes = substitute_recipes(victim_.input, config_.count, config_.epochs);
  Progress training(quiet);
  int announced = -1;
  const auto report = [&](int number, const SubstituteRecipe& recipe, const TrainingProgress& now) {
    if (announced < 0)
      training.say(fmt::format("training {} on {}, to be kept in {}",
                               count_of(static_cast<std::int64_t>(recipes.size()), "substitute model"),
                               training_source_, folder_));
    announced = number;
    const double share = (now.epoch - 1 + static_cast<double>(now.step) / now.steps) / recipe.training.epochs;
    training.update(
        (number + share) / static_cast<double>(recipes.size()),
        fmt::format("substitute model {} of {}, {}: epoch {} of {}, loss {:.3f}", number + 1, recipes.size(),
                    recipe.architecture, now.epoch, recipe.training.epochs, now.loss));
  };
  std::vector<SubstituteFile> files;
  try {
    files =
        train_substitutes(recipes, training_part_, victim_.classes, folder_, pool, report, &interrupt_flag());
  } catch (const InputError& error) {
    throw InputError("--prior data: {}", error.what());
  }
  training.finish();
  if (files.size() < recipes.size())
    throw Interrupted(fmt::format("interrupted while substitute models were trained; {} of {} are kept in {}",
                                  files.size(), recipes.size(), folder_));
  training_part_ = {};
  for (const SubstituteFile& file : files) {
    load(file.path.string(), victim_);
    records_.back().trained_before = file.trained_before;
    if (file.seconds > 0) records_.back().training_seconds = file.seconds;
  }
  if (std::ranges::all_of(files, &SubstituteFile::trained_before))
    progress.say(fmt::format("substitute models: trained before, taken from {}", folder_));
}

void ImagePrior::screen(const ImageDataset& images, const std::vector<std::string>& attacked,
                        ThreadPool& pool) {
  const ImageDataset known = fresh(images, victim_.classes, attacked, training_images_);
  if (known.size() == 0) return;
  screened_on_ = fmt::format("{} images of {}, none attacked or trained on", known.size(), images.source);
  const auto measure = [&](int i) {
    const Accuracy accuracy = accuracy_of(*networks_[i], known);
    records_[i].accuracy = accuracy.fraction();
    records_[i].set_aside = no_better_than_guessing(accuracy.correct, known.labels, victim_.classes);
  };
  pool.parallel_for(static_cast<int>(networks_.size()), measure);
}

void ImagePrior::reload(const RunDatabase& database, const VictimSpec& victim) {
  victim_ = victim;
  const RunFacts run = database.facts();
  training_source_ = run.prior.data;
  // Files are where the user says now, else where they were relative to the folder in which the run was
  // started.
  const bool given = config_.source.kind == PriorSource::Kind::files &&
                     config_.source.files.size() == run.prior.substitutes.size();
  for (std::size_t i = 0; i < run.prior.substitutes.size(); ++i) {
    const SubstituteRecord& stored = run.prior.substitutes[i];
    const std::string file =
        given ? config_.source.files[i] : (std::filesystem::path(run.directory) / stored.file).string();
    if (!std::filesystem::exists(file))
      throw InputError("{}: the substitute model that the run was made with is gone (SHA-256 {})", file,
                       stored.sha256);
    load(file, victim);
    if (records_.back().sha256 != stored.sha256)
      throw InputError(
          "{}: is not the substitute model that the run was made with (SHA-256 {} instead of {})", file,
          records_.back().sha256, stored.sha256);
    records_.back().set_aside = stored.set_aside;
  }
  gather();
}

PriorFacts ImagePrior::facts() const {
  return {name_of(config_.source.kind),
          config_.source.learn,
          training_source_,
          records_.empty() ? "" : to_string(overlap_.same),
          overlap_.images,
          overlap_.shared,
          screened_on_,
          records_};
}

std::string ImagePrior::announcement() const {
  if (config_.source.learn) return "prior: knowledge from earlier instances of the run";
  std::string text;
  for (const SubstituteRecord& record : records_) {
    text += text.empty() ? "prior: substitute models " : ", ";
    text += record.architecture.empty() ? record.file : record.architecture;
    if (record.accuracy)
      text += fmt::format(" ({:.1f}% accurate{})", 100 * *record.accuracy,
                          record.set_aside ? ", no better than guessing: set aside" : "");
  }
  if (substitutes_) text += "; same data as the victim: " + to_string(overlap_.same);
  if (substitutes_ && !any_useful_) text += "; attacks that can run without them do so, the others use them";
  return text;
}

}  // namespace bora::tools
