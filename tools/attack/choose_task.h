// Choice between a run on images and a run on graphs.
#pragma once

#include "common/layers.h"
#include "tools/attack/attack_config.h"
#include "tools/options/command_line.h"

namespace bora::tools {

/// Returns the task according to --task, else the model's file, else --image or --graph, else the data.
/// Throws InputError if two of these contradict each other, if `line` sets an option of the other task or of
/// another threat, or if the file is not a model.
RunTask choose_task(const AttackConfig& config, const CommandLine& line);

}  // namespace bora::tools
