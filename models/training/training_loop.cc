#include "models/training/training_loop.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <system_error>

#include "common/error.h"

namespace bora::models {
namespace {

double one_cycle(double peak, std::int64_t step, std::int64_t steps) {
  const double warm_up = std::max(1.0, 0.2 * static_cast<double>(steps));
  const double at = static_cast<double>(step) + 0.5;
  if (at < warm_up) return peak * at / warm_up;
  return peak * 0.5 *
         (1 + std::cos(std::numbers::pi * (at - warm_up) / (static_cast<double>(steps) - warm_up)));
}

// Small validation sets tie often. The later epoch then, which the schedule has brought further: on the
// training graphs of MUTAG the earlier one, or that of the lower loss, does worse on graphs held out.
bool no_worse(const Evaluation& later, const Evaluation& earlier) {
  return later.accuracy.correct >= earlier.accuracy.correct;
}

// Keeps what every whole epoch leaves behind, on disk now and then and when training stops.
class CheckpointKeeper {
 public:
  explicit CheckpointKeeper(const CheckpointPlan* plan)
      : plan_(plan != nullptr && !plan->file.empty() ? plan : nullptr) {}

  /// Returns the checkpoint of an earlier part of the training; nullopt if there was none.
  std::optional<Checkpoint> resume() const {
    return plan_ != nullptr && plan_->resume ? read_checkpoint(*plan_) : std::nullopt;
  }
  void keep(Checkpoint checkpoint) {
    latest_ = std::move(checkpoint);
    stored_ = false;
    constexpr auto kInterval = std::chrono::seconds(2);  // epochs may take but milliseconds
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

// Does what run_epochs() is documented to do, except that it keeps the checkpoint of a training that
// diverges.
TrainingResult run_from_checkpoint(EpochTrainer& trainer, int epochs, double peak_rate,
                                   const std::function<void(const TrainingProgress&)>& progress,
                                   const std::atomic<bool>* stop, CheckpointKeeper& keeper) {
  const auto start = std::chrono::steady_clock::now();
  const std::int64_t steps = trainer.steps();
  TrainingResult result;
  int last_epoch = 0;
  double earlier_seconds = 0;
  if (const auto kept = keeper.resume()) {
    trainer.set_state(kept->state);
    result = kept->best;
    last_epoch = kept->epochs;
    earlier_seconds = kept->best.seconds;
  }
  const auto seconds = [&] {
    return earlier_seconds + std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  // Told to stop before it began: not a step more, so that what was kept stays as it is.
  result.interrupted = stop != nullptr && *stop && last_epoch < epochs;
  for (int epoch = last_epoch; epoch < epochs && !result.interrupted; ++epoch) {
    trainer.begin_epoch(epoch);
    double loss = 0;
    int seen = 0;
    std::optional<Evaluation> validation;
    const auto diverged = [&](const std::string& why) {
      return TrainingDiverged("training diverged in epoch {}: {}; try a learning rate below {}", epoch + 1,
                              why, peak_rate);
    };
    // Weights that are too large give scores that are not finite, which a victim refuses to return.
    const auto with_scores = [&](const auto& action) {
      try {
        return action();
      } catch (const VictimError& error) {
        throw diverged(error.what());
      }
    };
    for (int step = 0; step < steps && !result.interrupted; ++step) {
      const auto [step_loss, count] =
          trainer.run_step(step, one_cycle(peak_rate, epoch * steps + step, epochs * steps));
      loss += step_loss;
      seen += count;
      if (!std::isfinite(loss)) throw diverged("the loss is not finite");
      const bool epoch_done = step + 1 == steps;
      if (epoch_done) {
        trainer.finish_epoch();
        validation = with_scores([&] { return trainer.validate(); });
        last_epoch = epoch + 1;
        // An interrupted training has no last epoch that the schedule was made for.
        if (result.epochs == 0 || (validation ? no_worse(*validation, *result.validation)
                                              : last_epoch == epochs || loss / seen < result.loss)) {
          result.epochs = last_epoch;
          result.loss = loss / seen;
          result.validation = validation;
          trainer.keep();
        }
        result.seconds = seconds();
        if (keeper.wanted()) keeper.keep({.epochs = last_epoch, .best = result, .state = trainer.state()});
      }
      const TrainingProgress now{.epoch = epoch + 1,
                                 .step = step + 1,
                                 .steps = trainer.steps(),
                                 .loss = loss / seen,
                                 .last_loss = step_loss / count,
                                 .validation = validation};
      if (progress) with_scores([&] { progress(now); });
      result.interrupted = stop != nullptr && *stop && !(epoch_done && epoch + 1 == epochs);
    }
  }
  if (result.epochs > 0 && (result.interrupted || result.epochs < last_epoch)) trainer.restore();
  keeper.store();
  result.trained = last_epoch;
  result.seconds = seconds();
  return result;
}

}  // namespace

TrainingResult run_epochs(EpochTrainer& trainer, int epochs, double peak_rate,
                          const std::function<void(const TrainingProgress&)>& progress,
                          const std::atomic<bool>* stop, const CheckpointPlan* checkpoints) {
  CheckpointKeeper keeper(checkpoints);
  try {
    return run_from_checkpoint(trainer, epochs, peak_rate, progress, stop, keeper);
  } catch (const TrainingDiverged&) {
    keeper.discard();
    throw;
  }
}

}  // namespace bora::models
