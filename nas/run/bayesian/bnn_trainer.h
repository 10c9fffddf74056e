// Training of the networks of a search for Bayesian networks.
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

/// Shape of a network: `depth` hidden layers of `width` units each.
struct BnnShape {
  int depth = 1, width = 1;
  std::string name() const;  ///< "2x50"
};

/// Mean log likelihood and root mean squared error on the test inputs, in the units of the target.
struct BnnTest {
  double log_likelihood = 0, rmse = 0;
};

/// Trainer of the networks of one search.
class BnnTrainer {
 public:
  /// Reads the data, or throws InputError. config: must outlive the trainer.
  explicit BnnTrainer(const BnnConfig& config);

  /// Returns the shapes of all s networks: each depth with each width. Their indices number the networks.
  const std::vector<BnnShape>& networks() const { return networks_; }
  /// Returns the networks as points of the unit box, s x 2: depth, and the logarithm of the width.
  Eigen::MatrixXd coordinates() const;
  const std::string& data_hash() const { return hash_; }
  int validation_inputs() const { return static_cast<int>(validation_.y.size()); }
  int test_inputs() const { return static_cast<int>(test_.y.size()); }
  /// Returns the number of weights and biases of a network.
  std::int64_t weights(int network) const;

  /// Result of advance().
  struct Advance {
    BnnCheckpoint checkpoint;  ///< all fields are set except its round
    std::string state;         ///< state of the network, for write_state() once the checkpoint is stored
    bool complete = false;     ///< false: `stop` became true
  };
  /// Trains a network from the state in its file, if it exists, up to a checkpoint. The file is replaced
  /// from time to time; the result does not depend on the step at which it was written. A loss that is not
  /// finite, or a score of 1e100 or more, is a failure of the checkpoint. progress: called with the number
  /// of steps done. Throws StorageError.
  Advance advance(int network, int checkpoint, const std::atomic<bool>& stop,
                  const std::function<void(int)>& progress) const;
  /// Writes the state file of a network, or throws StorageError.
  void write_state(int network, const std::string& state) const;
  /// Result of examine().
  struct Examination {
    BnnTest test;  ///< scores on the test inputs
    /// Divergences of the units from their priors, by layer (BayesianRegression::unit_divergences()).
    std::vector<std::vector<double>> divergences;
  };
  /// Examines a network at the last checkpoint. If its file is missing or of an earlier step, the network is
  /// trained and the file is written. Throws StorageError.
  Examination examine(int network) const;

 private:
  struct Inputs {
    Eigen::MatrixXd X;  // whitened
    Eigen::VectorXd y;
  };
  std::filesystem::path state_file(int network) const;
  // Returns a network with initial weights.
  BayesianRegression made(int network) const;
  // Returns a network with the state in its file, or a new one if the file is missing or invalid.
  BayesianRegression restored(int network) const;

  const BnnConfig& config_;
  std::vector<BnnShape> networks_;
  Inputs train_, validation_, test_;
  double scale_ = 1;  // standard deviation of the target
  std::string hash_;
};

}  // namespace bora::nas
