// What bo-train says while it trains and when it is done.
#pragma once

#include <functional>
#include <string>

#include "models/evaluation.h"
#include "models/metadata.h"
#include "models/training.h"
#include "tools/options/progress.h"
#include "tools/train/train_options.h"

namespace bora {

/// Shows how training goes; `accuracy` measures the network on the test part.
class TrainReporter {
 public:
  TrainReporter(const TrainOptions& options, int epochs, std::function<double()> accuracy);
  void operator()(const TrainingProgress& now);
  void finish() { progress_.finish(); }

 private:
  int epochs_;
  std::function<double()> accuracy_;
  Progress progress_;
};

/// What the model remembers of its data: a name such as "digits" as it is, a path (whatever `source`, of the
/// data that were read, begins with it) as an absolute one, or it would be lost as soon as bo-attack runs
/// elsewhere.
std::string data_to_remember(const std::string& spec, const std::string& source);

struct TrainOutcome {
  std::string architecture;
  std::int64_t weights = 0;
  TrainingResult training;
  Accuracy test;
};

/// Prints the result as text or JSON. Returns the exit code.
int print_outcome(const TrainOptions& options, const TrainOutcome& outcome);

/// Says that nothing was written. Returns the exit code.
int nothing_trained();

}  // namespace bora
