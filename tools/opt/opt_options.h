// Options of bo-opt.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/opt/tuning.h"

namespace bora {

struct OptOptions {
  enum class Verb { run, ask, tell, report };
  Verb verb = Verb::run;
  std::string out;
  bool resume = false;
  bool quiet = false;

  std::string space_text;  ///< TOML
  std::string space_file;  ///< name of the space in error messages
  std::vector<std::string> command;
  std::optional<StoredRun> stored;    ///< run that is resumed
  bool replaces = false;              ///< whether it replaces a run in `out` of which no trial has a value
  std::vector<TrialRow> known;        ///< warm start of the run that is replaced
  std::vector<Objective> objectives;  ///< one is called value
  std::vector<OutcomeBound> bounds;   ///< --constraint
  TuningOptions tuning;
  int budget = 100;  ///< trials
  int workers = 1;
  int window = 1;  ///< trials that may be asked for and not told; by the workers that the run began with
  bool asynchronous = false;
  std::string value = "last-line";
  double timeout = 0;  ///< seconds; 0: none
  int retries = 0;
  int repeats = 1;  ///< runs of the program for a trial, whose value is their mean
  std::string launch;
  int patience = 0;  ///< trials without a better one; 0: the budget alone ends the run
  int give_up = 10;  ///< first trials that all failed alike, after which the run ends or warns; 0: never
  std::string warm_start;
  std::string fail_if;
  std::string config;  ///< INI, of the options in force

  int count = 1;           ///< ask: number of points
  std::int64_t trial = 0;  ///< tell: number of the trial
  std::string told;        ///< tell: numbers joined by commas, a JSON object, or "failed"

  /// Returns everything that a trial reports, in the order of TrialRow::values.
  std::vector<Objective> reported() const {
    std::vector<Objective> all = objectives;
    for (const OutcomeBound& bound : bounds) all.push_back({bound.name});
    return all;
  }
};

/// Reads the command line; returns false after --help or --version. Commands on an existing run (resume, ask,
/// tell, report) read its options from --out. Throws InputError.
bool parse(OptOptions& options, int argc, const char* const* argv);

}  // namespace bora
