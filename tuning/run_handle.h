// Opening of a tuning run, new or stored, for new trials.
#pragma once

#include <chrono>
#include <optional>

#include "common/layers.h"
#include "common/run_observer.h"
#include "tuning/tuning_config.h"

namespace bora::tuning {

/// Handle of a run that is open for new trials: its space, its database and its optimiser.
struct RunHandle {
  /// Checks the settings, then opens the run of config.stored or, without one, creates the run in config.out
  /// with the results of config.warm_start. wait: maximum time to wait for another process that holds the
  /// run. Throws InputError, RunInUse and StorageError.
  RunHandle(const TuningConfig& config, RunObserver& observer, std::chrono::seconds wait = {});
  /// Not copyable, since `tuning` refers to the other two members.
  RunHandle(const RunHandle&) = delete;
  RunHandle& operator=(const RunHandle&) = delete;

  /// Warns if another version of bora began the run, whose trials are then not all chosen in the same way.
  void warn_of_other_version(RunObserver& observer) const;
  /// Tells the optimiser the trials that have ended but were not told, for example because the process died
  /// between the two.
  void settle();

  ParameterSpace space;
  std::optional<TrialStore> store;
  std::optional<Tuning> tuning;
};

}  // namespace bora::tuning
