// Options of bo-attack.
#pragma once

#include "common/layers.h"
#include "tools/attack/attack_config.h"
#include "tools/options/command_line.h"

namespace bora::tools {

/// Kinds of runs to which an option can be restricted (OptionTraits::only_for).
inline constexpr const char* kImages = "images";
inline constexpr const char* kGraphs = "graphs";
inline constexpr const char* kPixels = "pixels";
inline constexpr const char* kSemantic = "semantic";

/// Declares all options of bo-attack on `line`, bound to the fields of `config`, which must outlive it.
void declare_options(CommandLine& line, AttackConfig& config);

/// Returns the task according to --task, else the model's file, else --image or --graph, else the data.
/// Throws InputError if two of these contradict each other, if `line` sets an option of the other task or of
/// another threat, or if the file is not a model.
RunTask choose_task(const AttackConfig& config, const CommandLine& line);

}  // namespace bora::tools
