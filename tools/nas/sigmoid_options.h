// The command line of bo-nas --space sigmoid-mlp.
#pragma once

#include "common/layers.h"
#include "nas/run/study/sigmoid_config.h"

namespace bora::tools {

/// Parses the options. Returns false if --help or --version was given and printed. Throws InputError.
bool parse(SigmoidConfig& options, int argc, const char* const* argv);

}  // namespace bora::tools
