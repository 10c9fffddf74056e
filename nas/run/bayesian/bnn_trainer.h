// Networks of a search for Bayesian networks, and their training.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "data/files/regression.h"
#include "nas/run/bayesian/bnn_config.h"
#include "nas/run/bayesian/bnn_store.h"

namespace bora::nas {

/// A network of `depth` hidden layers of `width` units each.
struct BnnShape {
  int depth = 1, width = 1;
  std::string name() const;  ///< "2x50"
};

/// Scores on held-out test inputs, in the units of the target.
struct BnnTest {
  double log_likelihood = 0, rmse = 0;
};

class BnnTrainer {
 public:
  /// Reads the data that the settings name. Throws InputError.
  explicit BnnTrainer(const BnnConfig& config);

  const std::vector<BnnShape>& networks() const { return networks_; }
  /// Returns the networks as points of the unit box: depth, and the logarithm of the width.
  Eigen::MatrixXd coordinates() const;
  const std::string& data_hash() const { return hash_; }
  int validation_inputs() const { return static_cast<int>(validation_.y.size()); }
  int test_inputs() const { return static_cast<int>(test_.y.size()); }
  std::int64_t weights(int network) const;

  struct Advance {
    BnnCheckpoint checkpoint;  ///< all fields are set except its round
    std::string state;         ///< state of the network, to be kept once the checkpoint is stored
    bool complete = false;     ///< false: `stop` became true
  };
  /// Trains a network until a checkpoint, beginning with its state file. The file is replaced from time to
  /// time; the result does not depend on its step. A loss that is not finite, or a score of 1e100 or more,
  /// is a failure of the checkpoint. `progress`: called with the number of steps done. Throws StorageError.
  Advance advance(int network, int checkpoint, const std::atomic<bool>& stop,
                  const std::function<void(int)>& progress) const;
  /// Replaces the state file that belongs to a network. Throws StorageError.
  void keep(int network, const std::string& state) const;
  /// Returns the test scores that a network has at the last checkpoint.
  BnnTest test(int network) const;
  /// Returns the mean divergence of its units, by layer.
  std::vector<std::vector<double>> unit_divergences(int network) const;

 private:
  struct Inputs {
    Eigen::MatrixXd X;  // whitened
    Eigen::VectorXd y;
  };
  std::filesystem::path state_file(int network) const;
  BayesianRegression made(int network) const;
  // Restores a network from its state file; returns a new one if the file is missing or unreadable.
  BayesianRegression restored(int network) const;
  // Restores a network at the last checkpoint, even if its file is missing or from an earlier step.
  BayesianRegression complete(int network) const;

  const BnnConfig& config_;
  std::vector<BnnShape> networks_;
  Inputs train_, validation_, test_;
  double scale_ = 1;  // deviation of the target
  std::string hash_;
};

}  // namespace bora::nas
