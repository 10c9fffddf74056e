// Options of bo-opt.
#pragma once

#include <cstdint>
#include <string>

#include "common/layers.h"
#include "tuning/tuning_config.h"

namespace bora::tools {

struct OptOptions {
  enum class Verb { run, ask, tell, report };
  Verb verb = Verb::run;
  TuningConfig config;
  bool quiet = false;
  std::string fail_if;
  int count = 1;           ///< ask: number of points
  std::int64_t trial = 0;  ///< tell: number of the trial
  std::string told;        ///< tell: numbers joined by commas, a JSON object, or "failed"
};

/// Reads the command line; returns false after --help or --version. Commands on an existing run (resume, ask,
/// tell, report) read its options from --out. Throws InputError.
bool parse(OptOptions& options, int argc, const char* const* argv);

}  // namespace bora::tools
