// Database of a search for Bayesian networks.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "common/layers.h"
#include "runs/run_store.h"

namespace bora::nas {

/// Scores that a network has at a checkpoint, or its failure to reach it. They are measured on the validation
/// inputs, in the units of the target, and averaged over the last BnnConfig::window steps.
struct BnnCheckpoint {
  int network = 0;                      ///< index in BnnTrainer::networks()
  int checkpoint = 0;                   ///< 0, 1, ...
  int round = 0;                        ///< number of the round that reached it, 0, 1, ...
  double log_likelihood = 0, rmse = 0;  ///< mean log likelihood, root mean squared error
  double noise = 0;                     ///< standard deviation of the noise, sigma_y, which is learnt
  std::vector<int> active;              ///< number of active units of each layer (active_units())
  double seconds = 0;                   ///< duration of the training since the previous checkpoint
  /// Reason why the training failed before the checkpoint, which then has no values; "": it did not fail.
  std::string failure = "";
};

/// Database run.sqlite that bo-nas --space bnn writes.
class BnnStore {
 public:
  static bool holds_search(const std::filesystem::path& folder);
  /// Creates the store and, if needed, its folder. Throws InputError and StorageError.
  static BnnStore create(const std::filesystem::path& folder,
                         const std::map<std::string, std::string>& facts);
  /// Opens an existing store. Throws InputError unless its facts equal `facts`; only `version` may differ.
  static BnnStore open(const std::filesystem::path& folder, const std::map<std::string, std::string>& facts);

  std::string get(const std::string& key) const { return store_.get(key); }  ///< a fact; "" if absent
  void set(const std::string& key, const std::string& value) { store_.set(key, value); }
  /// Adds a round with the networks that it advances.
  void put_round(int round, const std::vector<int>& networks);
  std::map<int, std::vector<int>> rounds() const;
  /// Adds a checkpoint or a failure, or replaces that of the same network and checkpoint.
  void put(const BnnCheckpoint& checkpoint);
  /// Returns the checkpoints, sorted by round and network, then the failures in the same order.
  std::vector<BnnCheckpoint> checkpoints() const;

 private:
  explicit BnnStore(RunStore store);
  RunStore store_;
};

}  // namespace bora::nas
