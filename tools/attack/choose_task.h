// Choice of the task of a run: images or graphs.
#pragma once

#include <string>

#include "tools/attack/attack_options.h"
#include "tools/options/command_line.h"

namespace bora {

enum class RunTask { images, graphs };

/// Returns the task stated by --task, else by the model's file, else by --image or --graph, else by the data.
/// Throws InputError if these contradict each other, naming both, if `line` sets an option of the other kind
/// of input, or if the file is not a model.
RunTask choose_task(const AttackOptionsText& text, const CommandLine& line);

}  // namespace bora
