// The trials of a search that trains what it asks for, in the search's folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "runs/run_store.h"

namespace bora::nas {

struct TrainedEpoch {
  double loss = 0;             ///< mean over the training images, while they were learnt from
  double accuracy = 0;         ///< share of the validation images, in [0, 1]
  double validation_loss = 0;  ///< mean over the validation images
  double last_loss = 0;        ///< mean loss over the images of the last step
  /// Share of the training images, in [0, 1], while they were learnt from; none in a regression, where an
  /// external program trained, and in searches of earlier versions.
  std::optional<double> train_accuracy = {};
};

/// Architecture of a search with everything that was measured on it.
struct SearchTrial {
  std::int64_t number = 0;  ///< 1, 2, ...
  std::string architecture = "";
  bool ended = false;
  std::string failure = "";               ///< why it has no value; "" otherwise
  std::vector<TrainedEpoch> epochs = {};  ///< one or more where it has a value
  std::int64_t weights = 0;
  double seconds = 0;                     ///< duration of its training
  std::optional<double> latency = {};     ///< seconds for one image, measure_latency(); none: not measured
  std::optional<double> robustness = {};  ///< share of images that resist, in [0, 1]; none: not measured
  std::int64_t queries = 0;               ///< queries that measuring `robustness` took
  std::vector<double> scores = {};  ///< values of zero_cost_names(); empty where they could not be computed
  bool stopped = false;             ///< stopped early, because other trials had done better by then
  std::int64_t after = 0;           ///< number of trials that had ended when it was asked for
  std::int64_t place = 0;           ///< position in the order in which trials ended, 1, 2, ...; 0: not ended
};

/// Database of a search: the file run.sqlite that bo-nas --data writes.
class SearchStore {
 public:
  static constexpr const char* kFile = "run.sqlite";

  static bool holds_search(const std::filesystem::path& folder);
  /// Returns whether no network of the search has a value, so that it may be replaced. Throws as open().
  static bool is_without_values(const std::filesystem::path& folder);
  /// Creates the database and its folder, and stores `facts`. Throws InputError, StorageError.
  static SearchStore create(const std::filesystem::path& folder,
                            const std::map<std::string, std::string>& facts);
  /// Opens a store that exists. Throws InputError unless its facts equal `facts`, apart from those named in
  /// `free`. With no facts any search can be opened.
  static SearchStore open(const std::filesystem::path& folder,
                          const std::map<std::string, std::string>& facts,
                          const std::vector<std::string>& free);

  std::string get(const std::string& key) const { return store_.get(key); }  ///< a fact; "" if absent
  void set(const std::string& key, const std::string& value) { store_.set(key, value); }
  /// Adds a trial, or replaces what is stored under its number.
  void put(const SearchTrial& trial);
  std::vector<SearchTrial> trials() const;  ///< by number
  /// Stores the network that the search selected, retrained for longer; its number is 0.
  void put_longer(SearchTrial trial);
  std::optional<SearchTrial> longer() const;

 private:
  std::vector<SearchTrial> rows() const;  // all, number 0 among them
  explicit SearchStore(RunStore store);
  RunStore store_;
};

/// Creates the database of a search or study of `program` in `folder`, which is made if needed, and stores
/// `facts`. Throws InputError and StorageError.
RunStore create_store(const std::filesystem::path& folder, const RunSchema& schema, const char* program,
                      const std::map<std::string, std::string>& facts);

}  // namespace bora::nas
