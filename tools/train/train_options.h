// What bo-train is told.
#pragma once

#include <optional>
#include <string>

#include "data/load.h"

namespace bora {

struct TrainOptions {
  std::string task = "auto";  ///< image | graph | auto: what the data look like
  std::string data, out;
  SplitOptions split;
  std::string architecture, features;  ///< empty: the default of the task
  // Nothing: the default of the task.
  std::optional<int> epochs, batch;
  std::optional<double> validation;  ///< share of the training part, 0: none
  std::optional<double> learning_rate, weight_decay, dropout, adversarial;
  bool no_augment = false;
  std::uint64_t seed = 0;
  std::string device = "cpu";
  int threads = 0;  ///< 0: one a core; after parse() at least 1
  bool force = false, quiet = false, json = false;
};

/// False if --help or the like was asked for and printed. Throws InputError. Afterwards the task is image or
/// graph.
bool parse(TrainOptions& options, int argc, const char* const* argv);

}  // namespace bora
