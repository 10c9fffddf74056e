// Options of bo-train.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "common/layers.h"
#include "data/images/load.h"

namespace bora::tools {

struct TrainOptions {
  std::string task = "auto";  ///< image | graph | auto: determined from the data
  std::string data, out;
  SplitOptions split;
  std::string architecture, features;  ///< empty: defaults of the task
  // None: default of the task.
  std::optional<int> epochs, batch;
  std::optional<double> validation;  ///< share of the training part, 0: none
  std::optional<double> learning_rate, weight_decay, dropout, adversarial;
  bool no_augment = false;
  std::uint64_t seed = 0;
  std::string device = "cpu", precision = "float32";
  bool channels_last = false;
  int threads = 0;  ///< number of threads, at least 1 after parse(); 0: as many as there are cores
  std::string log;  ///< path of the CSV file that receives one row per epoch; empty: none
  bool resume = false;
  std::string command;                          ///< as typed
  std::map<std::string, std::string> deciding;  ///< the options that decide what is trained, in force
  bool force = false, quiet = false, json = false;
  std::shared_ptr<const void> lock;  ///< keeps other processes from training the same model
};

/// Returns the name of the checkpoint from which an interrupted training is resumed: beside the model.
std::string checkpoint_file(const TrainOptions& options);

/// Reads the command line; returns false if --help or the like was printed. Throws InputError. Afterwards the
/// task is image or graph.
bool parse(TrainOptions& options, int argc, const char* const* argv);

}  // namespace bora::tools
