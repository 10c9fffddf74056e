// Database of a search that trains networks.
#pragma once

#include <cstdint>
#include <exception>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "common/setting_error.h"
#include "runs/run_store.h"

namespace bora::nas {

/// Figures of one epoch of a training.
struct TrainedEpoch {
  double loss = 0;             ///< mean loss over the training images, each before the step that used it
  double accuracy = 0;         ///< accuracy on the validation images, in [0, 1]; in regression 1 - MSE
  double validation_loss = 0;  ///< mean loss over the validation images
  double last_loss = 0;        ///< mean loss over the images of the last step
  /// Accuracy on the training images, in [0, 1], measured like `loss`. None in regression, for programs of
  /// the user and in searches of earlier versions.
  std::optional<double> train_accuracy = {};
};

/// Architecture that a search asked for, with everything that was measured on its network.
struct SearchTrial {
  std::int64_t number = 0;                ///< 1, 2, ...
  std::string architecture = "";          ///< text of the architecture
  bool ended = false;                     ///< false: the network is being trained
  std::string failure = "";               ///< reason why the trial has no value; "": it has one
  std::vector<TrainedEpoch> epochs = {};  ///< at least one if the trial has a value
  std::int64_t weights = 0;               ///< number of weights of the network
  double seconds = 0;                     ///< duration of the training
  std::optional<double> latency = {};     ///< seconds for one image, measure_latency(); none: not measured
  std::optional<double> robustness = {};  ///< fraction of images that resist, in [0, 1]; none: not measured
  std::int64_t queries = 0;               ///< number of queries used to measure `robustness`
  std::vector<double> scores = {};        ///< values of zero_cost_names(); empty: not computed
  bool stopped = false;    ///< whether the training was stopped early, since other trials were better by then
  std::int64_t after = 0;  ///< number of trials that had ended when this one was asked for
  std::int64_t place = 0;  ///< position in the order in which trials ended, 1, 2, ...; 0: not ended
};

/// Database run.sqlite that bo-nas --data writes.
class SearchStore {
 public:
  static constexpr const char* kFile = "run.sqlite";
  static constexpr const char* kSupernet = "supernet";  ///< folder that has the supernet, beside run.sqlite

  static bool holds_search(const std::filesystem::path& folder);
  /// Returns whether no network of the search has a value and no supernet a checkpoint, so that the search
  /// may be replaced. Throws as open().
  static bool is_without_results(const std::filesystem::path& folder);
  /// Creates the database and its folder, and stores `facts`. Throws InputError, StorageError.
  static SearchStore create(const std::filesystem::path& folder,
                            const std::map<std::string, std::string>& facts);
  /// Opens an existing store. Throws InputError unless its facts equal `facts`, apart from those named in
  /// `free`. A setting that earlier versions did not have counts as its default in their searches. If `facts`
  /// is empty, any search can be opened.
  static SearchStore open(const std::filesystem::path& folder,
                          const std::map<std::string, std::string>& facts,
                          const std::vector<std::string>& free);

  std::string get(const std::string& key) const { return store_.get(key); }  ///< a fact; "" if absent
  void set(const std::string& key, const std::string& value) { store_.set(key, value); }
  /// Adds a trial, or replaces the stored one of the same number.
  void put(const SearchTrial& trial);
  std::vector<SearchTrial> trials() const;  ///< all trials, by number
  /// Stores the final network after its retraining, as number 0.
  void put_longer(SearchTrial trial);
  /// Returns what put_longer() stored.
  std::optional<SearchTrial> longer() const;

 private:
  std::vector<SearchTrial> rows() const;  // all trials, with the one of put_longer() as number 0
  explicit SearchStore(RunStore store);
  RunStore store_;
};

/// Creates the database of a search or study of `program` in `folder`, which is made if needed, and stores
/// `facts`. Throws InputError and StorageError.
RunStore create_store(const std::filesystem::path& folder, const RunSchema& schema, const char* program,
                      const std::map<std::string, std::string>& facts);

/// Returns the error that a search or study (`noun`) in `folder` cannot be resumed, since its fact `key`,
/// which is also the name of an option, is `stored` and not `now`. If these are the SHA-256 of a file, the
/// message names the file with which it was made, from the config.ini in `folder`.
SettingError other_fact(const std::string& noun, const std::filesystem::path& folder, const std::string& key,
                        const std::string& stored, const std::string& now);

/// Mark of a run that is in progress: its fact `status` is "running" until end(). If the mark is destroyed
/// before, for example by an exception, the status becomes "interrupted".
template <typename Store>
class RunningMark {
 public:
  explicit RunningMark(Store& store) : store_(store) { store_.set("status", "running"); }
  RunningMark(const RunningMark&) = delete;
  RunningMark& operator=(const RunningMark&) = delete;
  ~RunningMark() {
    if (ended_) return;
    try {
      store_.set("status", "interrupted");
    } catch (const std::exception&) {
      // The exception that ended the run is reported.
    }
  }
  /// Stores how and when the run ended. Throws StorageError.
  void end(bool complete) {
    store_.set("status", complete ? "complete" : "interrupted");
    store_.set("finished", timestamp());
    ended_ = true;
  }

 private:
  Store& store_;
  bool ended_ = false;
};

}  // namespace bora::nas
