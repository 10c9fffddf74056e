// Handle of a tuning run, new or stored, that is open for new trials.
#pragma once

#include <chrono>
#include <optional>

#include "common/layers.h"
#include "common/run_observer.h"
#include "tuning/tuning_config.h"

namespace bora::tuning {

/// Handle of a run that is open for new trials. Errors in the request are found before anything is stored.
struct RunHandle {
  /// Makes the run, with the known results, or opens config.stored. wait: maximum time to wait for a process
  /// that works in the run. Throws InputError, RunInUse and StorageError.
  RunHandle(const TuningConfig& config, RunObserver& observer, std::chrono::seconds wait = {});
  /// Not copyable, since `tuning` refers to the other two members.
  RunHandle(const RunHandle&) = delete;
  RunHandle& operator=(const RunHandle&) = delete;

  /// Tells the optimiser the trials that have ended without being told, for example because the process died
  /// in between.
  void settle();

  ParameterSpace space;
  std::optional<TrialStore> store;
  std::optional<Tuning> tuning;
};

}  // namespace bora::tuning
