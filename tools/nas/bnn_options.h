// The command line of bo-nas --space bnn.
#pragma once

#include "common/layers.h"
#include "nas/run/bayesian/bnn_config.h"

namespace bora::tools {

struct BnnOptions {
  BnnConfig search;
  bool quiet = false;
};

/// Parses the options. Returns false if --help or --version was given and printed. Throws InputError.
bool parse(BnnOptions& options, int argc, const char* const* argv);

}  // namespace bora::tools
