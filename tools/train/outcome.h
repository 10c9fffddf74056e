// Output of bo-train during training and at its end.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "common/layers.h"
#include "common/random.h"
#include "data/files/split.h"
#include "data/images/training_data.h"
#include "models/networks/export.h"
#include "models/training/checkpoint.h"
#include "models/training/training.h"
#include "models/victims/evaluation.h"
#include "models/victims/metadata.h"
#include "tools/options/print_error.h"
#include "tools/options/progress.h"
#include "tools/train/train_log.h"
#include "tools/train/train_options.h"

namespace bora::tools {

/// Shows the progress of a training and writes --log.
class TrainReporter {
 public:
  /// `accuracy`: returns the accuracy of the network on the test part; called after each epoch, but only if
  /// there is no validation part.
  TrainReporter(const TrainOptions& options, int epochs, std::function<double()> accuracy);
  void operator()(const TrainingProgress& now);
  void finish() { progress_.finish(); }

 private:
  int epochs_;
  std::function<double()> accuracy_;
  Progress progress_;
  std::optional<TrainLog> log_;
};

/// Returns the plan of checkpoints, by which training can be resumed. `content`: hash of the training data,
/// which must be the same when it is.
CheckpointPlan checkpoint_plan(const TrainOptions& options, const std::string& content);

/// Returns the metadata for the model's file about its data and training. `train`: data trained on;
/// `training`: options in force; `epochs`: number of epochs in the model; `test_accuracy`: share in [0, 1].
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

/// Copies the given options that images and graphs share, and the seed, to `training`.
template <typename Options>
void copy_given(const TrainOptions& options, Options& training) {
  training.epochs = options.epochs.value_or(training.epochs);
  training.batch = options.batch.value_or(training.batch);
  training.learning_rate = options.learning_rate.value_or(training.learning_rate);
  training.weight_decay = options.weight_decay.value_or(training.weight_decay);
  training.seed = options.seed;
}

/// Training part, divided into the data trained on and those for validation.
template <typename Dataset>
struct TrainingParts {
  Dataset train;
  std::optional<Dataset> validation;

  /// Returns the data for validation; null if there are none.
  const Dataset* kept_apart() const { return validation ? &*validation : nullptr; }
};

/// Returns `part`, divided at random and stratified by labels. The share for validation is --validation, else
/// `fallback`; 0: no validation.
template <typename Dataset>
TrainingParts<Dataset> split_for_validation(const TrainOptions& options, Dataset part, double fallback) {
  const double share = options.validation.value_or(fallback);
  if (share == 0) return {std::move(part), std::nullopt};
  const SplitOptions split{.test_fraction = share, .seed = mix_seed(options.split.seed, "validation")};
  return {take_part(part, Part::train, split), take_part(part, Part::test, split)};
}

/// Prints what the reader of the training data changed or left out.
template <typename Dataset>
void print_notes(const Dataset& train) {
  for (const std::string& note : train.notes) print_error("bo-train: {}: {}\n", train.source, note);
}

/// Prints a warning if there is one; "": none.
inline void warn(const std::string& warning) {
  if (!warning.empty()) print_error("bo-train: warning: {}\n", warning);
}

/// Prints warnings about the labels of the training data, if there are any (describe_labels(),
/// describe_contradictions()).
template <typename Dataset>
void warn_of_labels(const TrainOptions& options, const TrainingParts<Dataset>& parts, const Dataset& test) {
  warn(describe_labels(parts.train.labels, test.labels, options.task, parts.train.source));
  warn(describe_contradictions(parts.train, parts.kept_apart()));
}

/// Result of a training, for the user.
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
