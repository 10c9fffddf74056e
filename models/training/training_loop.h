// Training loop, independent of the kind of network and data.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "common/error.h"
#include "models/training/checkpoint.h"
#include "models/training/training.h"
#include "models/victims/evaluation.h"

namespace bora::models {

/// Error of a training whose loss or scores are no longer finite. It would diverge again if resumed.
class TrainingDiverged : public InputError {
 public:
  using InputError::InputError;
};

/// Figures of one step of a training.
struct StepOutcome {
  double loss = 0;  ///< loss, summed over the inputs
  int inputs = 0;   ///< number of inputs
  int right = 0;    ///< number of inputs that were classified correctly before the weights were updated
};

/// Trainer of one network on a data set, in epochs.
class EpochTrainer {
 public:
  virtual ~EpochTrainer() = default;
  virtual int steps() const = 0;            ///< number of steps of an epoch
  virtual void begin_epoch(int epoch) = 0;  ///< epoch: counted from 0
  /// Runs step `step` of the epoch at this learning rate.
  virtual StepOutcome run_step(int step, double learning_rate) = 0;
  virtual void finish_epoch() = 0;  ///< copies the learnt weights to the network
  /// Evaluates the network on the inputs held out for choosing an epoch; nullopt if there are none.
  virtual std::optional<Evaluation> validate() = 0;
  virtual void keep() = 0;     ///< stores the network's current state
  virtual void restore() = 0;  ///< restores the state that keep() stored last
  /// Returns what is needed to resume after a complete epoch: the network's current and kept state, and the
  /// optimiser's state.
  virtual std::string state() const = 0;
  /// Restores what state() returned. Throws InputError if it belongs to another network.
  virtual void set_state(const std::string& state) = 0;
};

/// Trains for `epochs` epochs. The learning rate rises linearly over the first fifth of the steps to
/// `peak_rate` and then falls to 0 along a cosine (one-cycle schedule; Smith and Topin, 2018). progress,
/// stop, checkpoints and the choice of the kept epoch: as in train(). If the loss or scores are no longer
/// finite, removes the checkpoint and throws TrainingDiverged.
TrainingResult run_epochs(EpochTrainer& trainer, int epochs, double peak_rate,
                          const std::function<void(const TrainingProgress&)>& progress,
                          const std::atomic<bool>* stop, const CheckpointPlan* checkpoints);

}  // namespace bora::models
