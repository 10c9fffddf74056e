// What a search for Bayesian networks has found out, in its folder.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "runs/run_store.h"

namespace bora {

/// A network at a checkpoint. Scores are of the validation inputs, in the target's units, averaged over the
/// last steps.
struct BnnCheckpoint {
  int network = 0;     ///< place in the search's list
  int checkpoint = 0;  ///< 0, 1, ...
  int round = 0;       ///< of the search, 0, 1, ...
  double log_likelihood = 0, rmse = 0;
  double noise = 0;         ///< sigma_y, in the target's units
  std::vector<int> active;  ///< units of each layer that the data use
  double seconds = 0;       ///< of the training since the checkpoint before
};

/// run.sqlite of bo-nas --space bnn.
class BnnStore {
 public:
  static bool holds_search(const std::filesystem::path& folder);
  /// Makes the folder, too. Throws InputError, StorageError.
  static BnnStore create(const std::filesystem::path& folder,
                         const std::map<std::string, std::string>& facts);
  /// Throws InputError unless it holds a search made with the same facts, but for the program's version.
  static BnnStore open(const std::filesystem::path& folder, const std::map<std::string, std::string>& facts);

  std::string get(const std::string& key) const { return store_.get(key); }
  void set(const std::string& key, const std::string& value) { store_.set(key, value); }
  void put_round(int round, const std::vector<int>& networks);
  std::map<int, std::vector<int>> rounds() const;
  void put(const BnnCheckpoint& checkpoint);
  std::vector<BnnCheckpoint> checkpoints() const;  ///< by round, then network

 private:
  explicit BnnStore(RunStore store) : store_(std::move(store)) {}
  RunStore store_;
};

}  // namespace bora
