// Transfer prior of a run on images.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "attacks/image/transfer/substitutes.h"
#include "attacks/prior/training_overlap.h"
#include "attacks/record/run_database.h"
#include "attacks/record/run_reader.h"
#include "common/layers.h"
#include "common/thread_pool.h"
#include "data/images/dataset.h"
#include "models/victims/metadata.h"
#include "tools/attack/attack_config.h"
#include "tools/attack/session/input_source.h"
#include "tools/options/progress.h"

namespace bora::tools {

/// Loads or trains the substitute models of a run, measures their accuracy, and records them in the run.
class ImagePrior {
 public:
  /// `model`: file of the victim, `device`: device of the substitute models. `config` must outlive the
  /// object.
  ImagePrior(const PriorConfig& config, std::string model, std::string device)
      : config_(config), model_(std::move(model)), device_(std::move(device)) {}

  /// Loads the files of --prior or, with --prior data, the training data (--prior-data, else the training
  /// part of `attacked`), so that errors are found before the first query. `victim`: specification that the
  /// substitute models must match. Throws InputError.
  void open(const VictimSpec& victim, const DataSource& attacked);

  /// With --prior data, trains the substitute models or loads them from the cache. Then measures the accuracy
  /// of each on the first images of `images` that have labels, are not in `attacked` (8-bit pixels) and were
  /// not used for its training; sets a model no better than chance aside. Throws InputError, also if a
  /// substitute model was or would be trained on an attacked image, and Interrupted on Ctrl-C.
  void complete(const ImageDataset& images, const std::vector<std::string>& attacked, ThreadPool& pool,
                bool quiet, Progress& progress);

  /// Loads the substitute models of a stored run, instead of open() and complete(). Throws InputError if a
  /// file is missing or has another SHA-256.
  void reload(const RunDatabase& database, const VictimSpec& victim);

  /// Returns the facts of the prior for the run database.
  PriorFacts facts() const;
  /// Returns a line for the user that describes the prior; "" without a prior.
  std::string announcement() const;

  /// Returns the substitute models that are better than chance, or all if none is; nullptr if there are none.
  std::shared_ptr<const Substitutes> substitutes() const { return substitutes_; }
  /// Returns whether any substitute model is known to be better than chance.
  bool any_useful() const { return any_useful_; }

 private:
  void load(const std::string& file, const VictimSpec& victim);
  // Sets substitutes_ and any_useful_ from networks_ and records_.
  void gather();
  void refuse_attacked(const std::vector<std::string>& attacked) const;
  void train(ThreadPool& pool, bool quiet, Progress& progress);
  void screen(const ImageDataset& images, const std::vector<std::string>& attacked, ThreadPool& pool);

  const PriorConfig& config_;
  std::string model_, device_;
  VictimSpec victim_;
  ImageDataset training_part_;   // empty once trained
  std::string training_source_;  // source of the training data
  std::string folder_;           // cache of trained substitute models
  // Hashes of the images that substitute models are trained on: one set for --prior data, else one per file;
  // none: not known.
  std::vector<std::optional<ContentSet>> training_images_;
  TrainingOverlap overlap_;
  std::string screened_on_;  // "980 images of mnist, none attacked or trained on"
  std::vector<std::shared_ptr<Victim>> networks_;
  std::vector<SubstituteRecord> records_;  // facts about networks_, in the same order
  std::shared_ptr<const Substitutes> substitutes_;
  bool any_useful_ = false;
};

}  // namespace bora::tools
