// Settings of a tuning run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "tuning/tuning.h"

namespace bora::tuning {

/// Settings of a tuning run, and what is known of the run in its folder that it continues or replaces.
struct TuningConfig {
  std::string out;                    ///< folder of the run
  std::string space_text;             ///< TOML
  std::string space_file;             ///< name of the space in error messages
  std::vector<std::string> command;   ///< command line of the program; empty: trials are run by hand
  std::vector<Objective> objectives;  ///< a single one is called value
  std::vector<OutcomeBound> bounds;
  TuningOptions search;
  int budget = 100;  ///< number of trials, >= 1
  int workers = 1;   ///< trials that run at the same time, 1 to kMostWorkers
  bool asynchronous = false;
  std::string value = kLastLine;  ///< rule of ValueReader
  double timeout = 0;             ///< seconds; 0: none
  int retries = 0;
  int repeats = 1;     ///< runs of the program for a trial, whose value is their mean, 1 to 1000
  std::string launch;  ///< words before the command; see launch_words()
  int patience = 0;    ///< trials without a better one after which the run ends; 0: the budget alone ends it
  int give_up = 10;    ///< first trials that all failed alike, after which the run ends or warns; 0: never
  std::string warm_start;  ///< folder of a run, or CSV file, whose values are known; empty: none
  std::string config;      ///< settings in force as a configuration file, which the run keeps

  std::optional<StoredRun> stored;  ///< run that is continued
  bool replaces = false;            ///< whether it replaces a run in `out` of which no trial has a value
  int window = 1;  ///< trials that may be asked for and not told; by the workers that the run began with

  static constexpr int kMostWorkers = 1024;
  static constexpr const char* kLastLine = "last-line";

  /// Checks all values. Throws SettingError for the first that is invalid.
  void check() const;
  /// Returns everything that a trial reports, in the order of TrialRow::values.
  std::vector<Objective> reported() const;
};

}  // namespace bora::tuning
