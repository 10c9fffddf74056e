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
  std::string task = "auto";  ///< image | graph; parse() replaces auto
  std::string data, out;      ///< data as load_dataset() and load_graphs() take them, and the model's file
  SplitOptions split;
  std::string architecture, features;  ///< "": default of the task
  // If these are none, the default of the task applies.
  std::optional<int> epochs, batch;
  std::optional<double> validation;  ///< share of the training part, in [0, 1); 0: no validation
  std::optional<double> learning_rate, weight_decay, dropout, adversarial;
  bool no_augment = false;
  std::uint64_t seed = 0;
  std::string device = "cpu", precision = "float32";
  bool channels_last = false;
  int threads = 0;  ///< number of threads; parse() replaces 0 by the number of cores
  std::string log;  ///< path of the CSV file that receives one row per epoch; "": none
  bool resume = false;
  std::string command;  ///< as typed
  std::map<std::string, std::string>
      deciding;  ///< values of options that determine the trained model, by name
  bool force = false, quiet = false, json = false;
  std::shared_ptr<const void> lock;  ///< keeps other processes from training the same model
};

/// Returns the path of the checkpoint from which an interrupted training is resumed: OUT.checkpoint.
std::string checkpoint_file(const TrainOptions& options);

/// Parses the command line and locks the model's file. Returns false if --help or the like was printed.
/// Throws InputError.
bool parse(TrainOptions& options, int argc, const char* const* argv);

}  // namespace bora::tools
