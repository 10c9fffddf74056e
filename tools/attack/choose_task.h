// Whether a run is on images or on graphs.
#pragma once

#include <string>

#include "tools/attack/attack_options.h"
#include "tools/options/command_line.h"

namespace bora {

enum class RunTask { images, graphs };

/// As --task says, else the model's file, else --image or --graph, else the data. Throws InputError, naming
/// what disagrees, if these do not agree, or if an option of `line` is set that counts for the other kind of
/// input alone, and for a model that is none.
RunTask choose_task(const AttackOptionsText& text, const CommandLine& line);

}  // namespace bora
