// Options of bo-opt.
#pragma once

#include <cstdint>
#include <string>

#include "common/layers.h"
#include "tuning/tuning_config.h"

namespace bora::tools {

struct OptOptions {
  enum class Verb { run, ask, tell, report };
  Verb verb = Verb::run;  ///< sub-command; run: none
  TuningConfig config;
  bool quiet = false;
  std::string fail_if;     ///< condition that FailCondition parses
  int count = 1;           ///< ask: number of points
  std::int64_t trial = 0;  ///< tell: number of the trial
  std::string told;        ///< tell: numbers joined by commas, a JSON object, or "failed"
};

/// Parses the command line that was typed. Returns false after --help or --version. Calls on an existing run
/// (--resume, ask, tell, report) take its options from --out. Throws InputError.
bool parse(OptOptions& options, int argc, const char* const* argv);

}  // namespace bora::tools
