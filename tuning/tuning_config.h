// Settings of a tuning run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "tuning/tuning.h"

namespace bora::tuning {

/// Settings of a tuning run, and the stored run that it continues, if any.
struct TuningConfig {
  std::string out;                    ///< folder of the run
  std::string space_text;             ///< search space, TOML
  std::string space_file;             ///< name of the space's file in error messages
  std::vector<std::string> command;   ///< command line of the program; empty: trials are run by hand
  std::vector<Objective> objectives;  ///< >= 1; a single one is called value
  std::vector<OutcomeBound> bounds;   ///< constraints on reported values
  TuningOptions search;
  int budget = 100;               ///< number of trials, >= 1
  int workers = 1;                ///< trials that run at the same time, 1 to kMostWorkers
  bool asynchronous = false;      ///< whether results are told as they come, not in the order of the trials
  std::string value = kLastLine;  ///< rule by which ValueReader finds the value in the output
  double timeout = 0;             ///< time limit of one run of the program in seconds; 0: none
  int retries = 0;                ///< further attempts after a failed run of the program, >= 0
  int repeats = 1;     ///< runs of the program for each trial, whose value is their mean, 1 to 1000
  std::string launch;  ///< words that precede the command; see launch_words()
  int patience = 0;    ///< number of trials without improvement after which the run ends; 0: never
  /// Number of first trials, all failed for the same reason, after which the run ends or warns; 0: never.
  int give_up = 10;
  std::string warm_start;  ///< folder of a run, or CSV file, with known values; empty: none
  std::string config;      ///< all settings in the format of a configuration file, stored with the run

  std::optional<StoredRun> stored;  ///< run that is continued
  bool replaces = false;            ///< whether to replace a run in `out` of which no trial has a value
  /// Maximum number of trials that are asked for but not told, if not asynchronous. It depends on the number
  /// of workers that the run began with, so that a resumed run asks in the same order.
  int window = 1;

  static constexpr int kMostWorkers = 1024;
  static constexpr const char* kLastLine = "last-line";

  /// Checks all values. Throws SettingError for the first that is invalid.
  void check() const;
  /// Makes the searcher that proposes trials. Throws InputError for settings of the search that it does not
  /// support.
  std::unique_ptr<Searcher> searcher(const MixedSpace& space) const;
  /// Returns the objectives, then the bounds as objectives: all that a trial reports, in the order of
  /// TrialRow::values.
  std::vector<Objective> reported() const;
};

}  // namespace bora::tuning
