#include "models/training/training_loop.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <system_error>

namespace bora::models {
namespace {

// Returns the learning rate of step `step` of `steps` by the schedule that run_epochs() documents.
double one_cycle(double peak, std::int64_t step, std::int64_t steps) {
  const double warm_up = std::max(1.0, 0.2 * static_cast<double>(steps));
  const double at = static_cast<double>(step) + 0.5;
  if (at < warm_up) return peak * at / warm_up;
  return peak * 0.5 *
         (1 + std::cos(std::numbers::pi * (at - warm_up) / (static_cast<double>(steps) - warm_up)));
}

// Returns whether the later epoch is at least as accurate. Ties are frequent on small validation sets. The
// later epoch, at which the schedule is further advanced, is then the better choice: on MUTAG, both the
// earlier epoch and the one with the lower loss were less accurate on other held-out graphs.
bool no_worse(const Evaluation& later, const Evaluation& earlier) {
  return later.accuracy.correct >= earlier.accuracy.correct;
}

// Keeper of the latest checkpoint. Writes it to disk at most every two seconds, and when training stops.
class CheckpointKeeper {
 public:
  explicit CheckpointKeeper(const CheckpointPlan* plan)
      : plan_(plan != nullptr && !plan->file.empty() ? plan : nullptr) {}

  // Returns the checkpoint to resume from; nullopt if there is none.
  std::optional<Checkpoint> resume() const {
    return plan_ != nullptr && plan_->resume ? read_checkpoint(*plan_) : std::nullopt;
  }
  void keep(Checkpoint checkpoint) {
    latest_ = std::move(checkpoint);
    stored_ = false;
    constexpr auto kInterval = std::chrono::seconds(2);  // epochs may take only milliseconds
    if (std::chrono::steady_clock::now() - stored_at_ > kInterval) store();
  }
  void store() {
    if (plan_ == nullptr || stored_) return;
    write_checkpoint(*plan_, latest_);
    stored_ = true;
    stored_at_ = std::chrono::steady_clock::now();
  }
  void discard() const {
    std::error_code error;
    if (plan_ != nullptr) std::filesystem::remove(plan_->file, error);
  }
  bool wanted() const { return plan_ != nullptr; }

 private:
  const CheckpointPlan* plan_;
  Checkpoint latest_;
  bool stored_ = true;
  std::chrono::steady_clock::time_point stored_at_;
};

// Loop of run_epochs(), without the removal of the checkpoint of a training that diverges.
class EpochLoop {
 public:
  using Progress = std::function<void(const TrainingProgress&)>;

  EpochLoop(EpochTrainer& trainer, int epochs, double peak_rate, const Progress& progress,
            const std::atomic<bool>* stop, CheckpointKeeper& keeper)
      : trainer_(trainer),
        epochs_(epochs),
        steps_(trainer.steps()),
        peak_rate_(peak_rate),
        progress_(progress),
        stop_(stop),
        keeper_(keeper) {}

  TrainingResult run() {
    resume();
    // If training was stopped before it began, it makes no step and leaves the checkpoint unchanged.
    result_.interrupted = stopped() && last_epoch_ < epochs_;
    for (int epoch = last_epoch_; epoch < epochs_ && !result_.interrupted; ++epoch) run_epoch(epoch);
    if (result_.epochs > 0 && (result_.interrupted || result_.epochs < last_epoch_)) trainer_.restore();
    keeper_.store();
    result_.trained = last_epoch_;
    result_.seconds = seconds();
    return result_;
  }

 private:
  bool stopped() const { return stop_ != nullptr && *stop_; }
  double seconds() const {
    const auto now = std::chrono::steady_clock::now();
    return earlier_seconds_ + std::chrono::duration<double>(now - start_).count();
  }

  void resume() {
    const auto kept = keeper_.resume();
    if (!kept) return;
    trainer_.set_state(kept->state);
    result_ = kept->best;
    last_epoch_ = kept->epochs;
    earlier_seconds_ = kept->best.seconds;
  }

  TrainingDiverged diverged(int epoch, const std::string& why) const {
    return TrainingDiverged("training diverged in epoch {}: {}; try a learning rate below {}", epoch + 1, why,
                            peak_rate_);
  }
  // Calls `action`, which queries the network. Converts its VictimError to TrainingDiverged: if weights are
  // too large, scores are not finite.
  template <typename Action>
  auto with_scores(int epoch, const Action& action) const {
    try {
      return action();
    } catch (const VictimError& error) {
      throw diverged(epoch, error.what());
    }
  }

  void run_epoch(int epoch) {
    trainer_.begin_epoch(epoch);
    double loss = 0;
    int seen = 0, right = 0;
    std::optional<Evaluation> validation;
    for (int step = 0; step < steps_ && !result_.interrupted; ++step) {
      const StepOutcome outcome =
          trainer_.run_step(step, one_cycle(peak_rate_, epoch * steps_ + step, epochs_ * steps_));
      loss += outcome.loss;
      seen += outcome.inputs;
      right += outcome.right;
      if (!std::isfinite(loss)) throw diverged(epoch, "the loss is not finite");
      const bool epoch_done = step + 1 == steps_;
      if (epoch_done) validation = end_epoch(epoch, loss / seen);
      const TrainingProgress now{.epoch = epoch + 1,
                                 .step = step + 1,
                                 .steps = trainer_.steps(),
                                 .loss = loss / seen,
                                 .last_loss = outcome.loss / outcome.inputs,
                                 .accuracy = static_cast<double>(right) / seen,
                                 .validation = validation};
      if (progress_) with_scores(epoch, [&] { progress_(now); });
      result_.interrupted = stopped() && !(epoch_done && epoch + 1 == epochs_);
    }
  }

  // Validates, keeps the weights if they are the best so far, and keeps a checkpoint. Returns the validation.
  // loss: mean of the epoch.
  std::optional<Evaluation> end_epoch(int epoch, double loss) {
    trainer_.finish_epoch();
    const auto validation = with_scores(epoch, [&] { return trainer_.validate(); });
    last_epoch_ = epoch + 1;
    // Without validation the last epoch is kept; until then the one with the lowest loss, in case the
    // training is interrupted.
    if (result_.epochs == 0 || (validation ? no_worse(*validation, *result_.validation)
                                           : last_epoch_ == epochs_ || loss < result_.loss)) {
      result_.epochs = last_epoch_;
      result_.loss = loss;
      result_.validation = validation;
      trainer_.keep();
    }
    result_.seconds = seconds();
    if (keeper_.wanted()) keeper_.keep({.epochs = last_epoch_, .best = result_, .state = trainer_.state()});
    return validation;
  }

  EpochTrainer& trainer_;
  int epochs_;
  std::int64_t steps_;
  double peak_rate_;
  const Progress& progress_;
  const std::atomic<bool>* stop_;
  CheckpointKeeper& keeper_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  TrainingResult result_;
  int last_epoch_ = 0;  // epochs trained so far
  double earlier_seconds_ = 0;
};

}  // namespace

TrainingResult run_epochs(EpochTrainer& trainer, int epochs, double peak_rate,
                          const std::function<void(const TrainingProgress&)>& progress,
                          const std::atomic<bool>* stop, const CheckpointPlan* checkpoints) {
  CheckpointKeeper keeper(checkpoints);
  try {
    return EpochLoop(trainer, epochs, peak_rate, progress, stop, keeper).run();
  } catch (const TrainingDiverged&) {
    keeper.discard();
    throw;
  }
}

}  // namespace bora::models
