// Stored results of a search for Bayesian networks, in its folder.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "common/layers.h"
#include "runs/run_store.h"

namespace bora::nas {

/// Scores that a network has at a checkpoint, or its failure to reach it. Scores are measured on the
/// validation inputs, in the units of the target, and averaged over the last steps.
struct BnnCheckpoint {
  int network = 0;     ///< index in the list of networks of the search
  int checkpoint = 0;  ///< 0, 1, ...
  int round = 0;       ///< number of the round that reached it, 0, 1, ...
  double log_likelihood = 0, rmse = 0;
  double noise = 0;         ///< sigma_y, in the units of the target
  std::vector<int> active;  ///< number of units of each layer that the data use
  double seconds = 0;       ///< duration of the training since the previous checkpoint
  /// Reason for which the training failed before the checkpoint, which has no values then; "": it did not.
  std::string failure = "";
};

/// Store that keeps a search of bo-nas --space bnn in run.sqlite.
class BnnStore {
 public:
  static bool holds_search(const std::filesystem::path& folder);
  /// Creates the store and, if needed, its folder. Throws InputError and StorageError.
  static BnnStore create(const std::filesystem::path& folder,
                         const std::map<std::string, std::string>& facts);
  /// Opens a store that exists. Throws InputError unless its facts equal `facts`; the version may differ.
  static BnnStore open(const std::filesystem::path& folder, const std::map<std::string, std::string>& facts);

  std::string get(const std::string& key) const { return store_.get(key); }
  void set(const std::string& key, const std::string& value) { store_.set(key, value); }
  void put_round(int round, const std::vector<int>& networks);
  std::map<int, std::vector<int>> rounds() const;
  void put(const BnnCheckpoint& checkpoint);
  /// Returns the checkpoints by round, then network; failures follow them in the same order.
  std::vector<BnnCheckpoint> checkpoints() const;

 private:
  explicit BnnStore(RunStore store);
  RunStore store_;
};

}  // namespace bora::nas
