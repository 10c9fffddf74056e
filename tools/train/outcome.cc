#include "tools/train/outcome.h"

#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "common/json.h"
#include "report/statistics/statistics.h"
#include "tools/options/print_error.h"
#include "tools/options/run_tool.h"

namespace bora::tools {

TrainReporter::TrainReporter(const TrainOptions& options, int epochs, std::function<double()> accuracy)
    : epochs_(epochs), accuracy_(std::move(accuracy)), progress_(options.quiet || options.json) {
  if (!options.log.empty()) log_.emplace(options.log, options.resume);
}

void TrainReporter::operator()(const TrainingProgress& now) {
  if (now.epoch_done()) {
    const std::optional<double> test = now.validation ? std::nullopt : std::optional(accuracy_());
    progress_.say(fmt::format("epoch {:3}/{}  loss {:.4f}  {} accuracy {:.2f}%", now.epoch, epochs_, now.loss,
                              now.validation ? "validation" : "test",
                              100 * (test ? *test : now.validation->accuracy.fraction())));
    if (log_) log_->add(now, test);
    return;
  }
  const double done = (now.epoch - 1 + static_cast<double>(now.step) / now.steps) / epochs_;
  progress_.update(done, fmt::format("epoch {}/{}, loss {:.4f}", now.epoch, epochs_, now.loss));
}

CheckpointPlan checkpoint_plan(const TrainOptions& options, const std::string& content) {
  CheckpointPlan plan{checkpoint_file(options), options.deciding, options.resume};
  plan.training["content of the data"] = content;
  return plan;
}

void conclude_checkpoint(const TrainOptions& options, const TrainingResult& result) {
  std::error_code error;
  if (!result.interrupted) std::filesystem::remove(checkpoint_file(options), error);
}

int print_outcome(const TrainOptions& options, const TrainOutcome& outcome) {
  const auto& [architecture, weights, result, accuracy, doubt] = outcome;
  const Interval interval = wilson_interval(accuracy.fraction(), accuracy.total);
  const int code = result.interrupted ? kExitInterrupted : kExitOk;
  const std::string inputs = options.task + "s";
  if (options.json) {
    nlohmann::json json = {{"model", options.out},
                           {"task", options.task},
                           {"architecture", architecture},
                           {"weights", weights},
                           {"epochs", result.epochs},
                           {"trained_epochs", result.trained},
                           {"interrupted", result.interrupted},
                           {"loss", result.loss},
                           {"seconds", result.seconds},
                           {"test_" + inputs, accuracy.total},
                           {"test_correct", accuracy.correct},
                           {"test_accuracy", accuracy.fraction()},
                           {"test_accuracy_interval", {interval.low, interval.high}}};
    if (!doubt.empty()) json["warning"] = doubt;
    if (result.validation) {
      json["validation_" + inputs] = result.validation->accuracy.total;
      json["validation_accuracy"] = result.validation->accuracy.fraction();
      json["validation_loss"] = result.validation->loss;
    }
    fmt::print("{}\n", json_text(json, 2));
    return code;
  }
  fmt::print(
      "test accuracy {:.2f}% [{:.2f}, {:.2f}] ({} of {} {}, 95% interval), {} weights, {} epoch{} in {}\n",
      100 * accuracy.fraction(), 100 * interval.low, 100 * interval.high, accuracy.correct, accuracy.total,
      inputs, weights, result.trained, result.trained == 1 ? "" : "s", format_duration(result.seconds));
  if (!doubt.empty()) fmt::print("warning: {}\n", doubt);
  if (result.validation)
    fmt::print("kept epoch {}: {} of {} {} kept apart for validation are right\n", result.epochs,
               result.validation->accuracy.correct, result.validation->accuracy.total, inputs);
  fmt::print("wrote {}\n", options.out);
  if (result.interrupted)
    print_error("bo-train: interrupted; {} holds the best complete epoch so far. Continue with: {}{}\n",
                options.out, options.command, options.resume ? "" : " --resume");
  return code;
}

int nothing_trained() {
  print_error("bo-train: interrupted before the first epoch was done, nothing is written\n");
  return kExitInterrupted;
}

}  // namespace bora::tools
