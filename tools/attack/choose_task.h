// Choice of the task of a run: images or graphs.
#pragma once

#include "common/layers.h"
#include "tools/attack/attack_config.h"
#include "tools/options/command_line.h"

namespace bora::tools {

/// Returns the task stated by --task, else by the model's file, else by --image or --graph, else by the data.
/// Throws InputError if these contradict each other, naming both, if `line` sets an option of the other kind
/// of input or of another threat, or if the file is not a model.
RunTask choose_task(const AttackConfig& config, const CommandLine& line);

}  // namespace bora::tools
