// Training and validation of networks by a program of the user.
#pragma once

#include <memory>
#include <string>

#include "common/layers.h"
#include "nas/run/training/trial_trainer.h"

namespace bora::nas {

/// Returns whether `data` is "exec:COMMAND".
bool looks_like_program(const std::string& data);

/// Returns the command that follows "exec:" in `data`, of which looks_like_program() must be true.
std::string program_command(const std::string& data);

/// Makes a trainer that runs the command in a shell for each architecture. The program reads one line from
/// standard input and prints one line:
///
///     {"trial": 3, "architecture": "|nor_conv_3x3~0|+..."}
///     {"accuracy": 0.93, "weights": 12345, "loss": 0.2}
///
/// `accuracy` is the fraction, in [0, 1], of config.validation inputs that its network classifies correctly;
/// the number of weights and the training loss are optional, but if the number of parameters is an objective,
/// train() throws SettingError for an answer without `weights`. If the program prints {"failure": "out of
/// memory"} or ends without an answer, the trial has failed. The architecture is written to architecture.txt
/// in the folder of the trial.
std::unique_ptr<TrialTrainer> make_program_trainer(const SearchConfig& config);

}  // namespace bora::nas
