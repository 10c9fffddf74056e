// The attacker's own classifiers in a run on images: where they come from, and what the run says of them.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "attacks/image/transfer/substitutes.h"
#include "attacks/ledger/run_database.h"
#include "attacks/ledger/run_reader.h"
#include "attacks/prior/training_overlap.h"
#include "common/thread_pool.h"
#include "data/dataset.h"
#include "models/metadata.h"
#include "tools/attack/attack_setup.h"
#include "tools/options/progress.h"

namespace bora {

class ImagePrior {
 public:
  /// `model`: the victim's file, `device`: where substitute models run. `setup` must outlive the object.
  ImagePrior(const PriorSetup& setup, std::string model, std::string device)
      : setup_(setup), model_(std::move(model)), device_(std::move(device)) {}

  /// Everything that can be refused before the victim is asked: loads the files that are named, or the data
  /// to train on, by default the training part of `attacked`. `victim`: what the substitute models must suit.
  /// Throws InputError.
  void open(const VictimSpec& victim, const DataSource& attacked);

  /// Trains what there is to train, or takes it from where it was kept, and measures how often each
  /// substitute model is right on the first images of `images` that have labels, are not `attacked` (pixels
  /// of 8 bits) and have not been trained on: one no better than guessing is set aside. Throws InputError,
  /// also if an attacked image is one that a substitute model learns or has learnt from, and Interrupted on
  /// Ctrl-C.
  void complete(const ImageDataset& images, const std::vector<std::string>& attacked, ThreadPool& pool,
                bool quiet, Progress& progress);

  /// Instead of both: loads the substitute models of a run that is in the database. Throws InputError if one
  /// is not the file that the run was made with.
  void reload(const RunDatabase& database, const VictimSpec& victim);

  /// What the run database is to hold.
  std::map<std::string, std::string> facts() const;
  /// A line for the user; "" without a prior.
  std::string announcement() const;

  /// Those that are better than guessing; where none is, all. Null without substitute models.
  std::shared_ptr<const Substitutes> substitutes() const { return substitutes_; }
  /// Whether one is better than guessing, as far as is known.
  bool any_useful() const { return any_useful_; }

 private:
  void load(const std::string& file, const VictimSpec& victim);
  void gather();
  void refuse_attacked(const std::vector<std::string>& attacked) const;
  void train(ThreadPool& pool, bool quiet, Progress& progress);
  void screen(const ImageDataset& images, const std::vector<std::string>& attacked, ThreadPool& pool);

  const PriorSetup& setup_;
  std::string model_, device_;
  VictimSpec victim_;
  ImageDataset training_part_;  // empty once trained
  std::string training_source_, folder_;
  std::vector<std::optional<ContentSet>> training_images_;  // of the data to train on, or of each file
  TrainingOverlap overlap_;
  std::string screened_on_;  // "980 images of mnist, none attacked or trained on"
  std::vector<std::shared_ptr<Victim>> networks_;
  std::vector<SubstituteRecord> records_;  // of the networks
  std::shared_ptr<const Substitutes> substitutes_;
  bool any_useful_ = false;
};

}  // namespace bora
