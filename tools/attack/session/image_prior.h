// Transfer prior of a run on images: the sources of the substitute models, and their facts in the run.
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

class ImagePrior {
 public:
  /// `model`: file of the victim, `device`: device of the substitute models. `config` must outlive the
  /// object.
  ImagePrior(const PriorConfig& config, std::string model, std::string device)
      : config_(config), model_(std::move(model)), device_(std::move(device)) {}

  /// Loads the named files, or the training data, by default the training part of `attacked`, so that errors
  /// are found before the first query. `victim`: specification that the substitute models must match.
  /// Throws InputError.
  void open(const VictimSpec& victim, const DataSource& attacked);

  /// Trains the substitute models, or loads them from the cache. Then measures the accuracy of each on the
  /// first images of `images` that have labels, are not `attacked` (pixels of 8 bits) and were not used for
  /// training; a model no better than chance is set aside. Throws InputError, also if a substitute model is
  /// or was trained on an attacked image, and Interrupted on Ctrl-C.
  void complete(const ImageDataset& images, const std::vector<std::string>& attacked, ThreadPool& pool,
                bool quiet, Progress& progress);

  /// Replaces open() and complete() for a stored run: loads its substitute models. Throws InputError if a
  /// file is not the one that the run was made with.
  void reload(const RunDatabase& database, const VictimSpec& victim);

  /// Returns the facts of the prior for the run database.
  PriorFacts facts() const;
  /// Returns a line that tells the user about the prior; "" without a prior.
  std::string announcement() const;

  /// Returns the substitute models that are better than chance; all if none is. Null without any.
  std::shared_ptr<const Substitutes> substitutes() const { return substitutes_; }
  /// Returns whether any substitute model is known to be better than chance.
  bool any_useful() const { return any_useful_; }

 private:
  void load(const std::string& file, const VictimSpec& victim);
  void gather();
  void refuse_attacked(const std::vector<std::string>& attacked) const;
  void train(ThreadPool& pool, bool quiet, Progress& progress);
  void screen(const ImageDataset& images, const std::vector<std::string>& attacked, ThreadPool& pool);

  const PriorConfig& config_;
  std::string model_, device_;
  VictimSpec victim_;
  ImageDataset training_part_;  // empty once trained
  std::string training_source_, folder_;
  std::vector<std::optional<ContentSet>> training_images_;  // images of the training data, or of each file
  TrainingOverlap overlap_;
  std::string screened_on_;  // "980 images of mnist, none attacked or trained on"
  std::vector<std::shared_ptr<Victim>> networks_;
  std::vector<SubstituteRecord> records_;  // records of the networks
  std::shared_ptr<const Substitutes> substitutes_;
  bool any_useful_ = false;
};

}  // namespace bora::tools
