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

}  // namespace bora::tools
