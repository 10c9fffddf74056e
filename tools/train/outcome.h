// Output of bo-train during training and at its end.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <string>

#include <fmt/format.h>

#include "common/layers.h"
#include "common/random.h"
#include "data/files/split.h"
#include "data/images/training_data.h"
#include "models/networks/export.h"
#include "models/training/checkpoint.h"
#include "models/training/training.h"
#include "models/victims/evaluation.h"
#include "models/victims/metadata.h"
#include "tools/options/progress.h"
#include "tools/train/train_log.h"
#include "tools/train/train_options.h"

namespace bora::tools {

/// Shows the progress of a training; `accuracy` measures the network on the test part.
class TrainReporter {
 public:
  TrainReporter(const TrainOptions& options, int epochs, std::function<double()> accuracy);
  void operator()(const TrainingProgress& now);
  void finish() { progress_.finish(); }

 private:
  int epochs_;
  std::function<double()> accuracy_;
  Progress progress_;
  std::optional<TrainLog> log_;
};

/// Returns the plan by which training can be resumed; `content`: hash of the data, which must be the same.
CheckpointPlan checkpoint_plan(const TrainOptions& options, const std::string& content);

/// Returns the metadata of the model's file on its data and its training. `train`: the part trained on;
/// `training`: the options in force.
template <typename Dataset, typename Options>
ModelMetadata metadata_of(const TrainOptions& options, const Dataset& train, const Options& training,
                          int epochs, double test_accuracy) {
  ModelMetadata metadata;
  metadata.class_names = train.class_names;
  metadata.data = data_to_remember(options.data, train.source);
  metadata.split = options.split;
  metadata.test_accuracy = test_accuracy;
  metadata.training = training_summary(training, epochs);
  return metadata;
}

/// Copies to `training` those options that both kinds of training have and that were typed.
template <typename Options>
void take_typed(const TrainOptions& options, Options& training) {
  training.epochs = options.epochs.value_or(training.epochs);
  training.batch = options.batch.value_or(training.batch);
  training.learning_rate = options.learning_rate.value_or(training.learning_rate);
  training.weight_decay = options.weight_decay.value_or(training.weight_decay);
  training.seed = options.seed;
}

/// Training part split in two, stratified by labels, with a separate seed.
template <typename Dataset>
struct TrainingParts {
  Dataset train;
  std::optional<Dataset> validation;
};

/// Returns `part`, divided into training and validation data. `fallback`: share if none was typed; 0: none.
template <typename Dataset>
TrainingParts<Dataset> split_for_validation(const TrainOptions& options, Dataset part, double fallback) {
  const double share = options.validation.value_or(fallback);
  if (share == 0) return {std::move(part), std::nullopt};
  const SplitOptions split{.test_fraction = share, .seed = mix_seed(options.split.seed, "validation")};
  return {take_part(part, Part::train, split), take_part(part, Part::test, split)};
}

/// Prints a warning if the labels of the inputs trained on leave out a class below the largest one, as labels
/// that begin at 1 do, or if all are the same: the accuracy then says nothing.
template <typename Dataset>
void warn_of_labels(const TrainOptions& options, const Dataset& train) {
  const std::set<int> present(train.labels.begin(), train.labels.end());
  if (present.empty()) return;
  if (present.size() == 1) {
    fmt::print(
        stderr,
        "bo-train: warning: all {} {}s of the train part of {} are of class {}: a network learns nothing but this class\n",
        train.labels.size(), options.task, train.source, train.labels.front());
    return;
  }
  int missing = 0;
  while (present.contains(missing)) ++missing;
  if (missing > *present.rbegin()) return;
  fmt::print(
      stderr,
      "bo-train: warning: no {} of the train part of {} is of class {}, although classes up to {} occur: the network "
      "has a score for it that it does not learn{}\n",
      options.task, train.source, missing, *present.rbegin(),
      missing == 0 ? "; labels are expected to begin at 0" : "");
}

struct TrainOutcome {
  std::string architecture;
  std::int64_t weights = 0;
  TrainingResult training;
  Accuracy test;
  std::string doubt = "";  ///< warning about the test accuracy; "": none
};

/// Prints the result as text or JSON, and returns the exit code.
int print_outcome(const TrainOptions& options, const TrainOutcome& outcome);

/// Removes the checkpoint after the model is written, unless the training was interrupted.
void conclude_checkpoint(const TrainOptions& options, const TrainingResult& result);

/// Prints that nothing was written, and returns the exit code.
int nothing_trained();

}  // namespace bora::tools
