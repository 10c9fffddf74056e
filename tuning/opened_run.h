// Opening of a tuning run's folder, new or stored.
#pragma once

#include <chrono>
#include <optional>

#include "common/layers.h"
#include "common/run_observer.h"
#include "tuning/tuning_config.h"

namespace bora::tuning {

/// Run that is open for new trials. Errors in the request are found before anything is stored.
struct OpenedRun {
  /// Makes the run, with what was known before, or opens config.stored. wait: how long to wait for a process
  /// that is at work in the run. Throws InputError, RunInUse and StorageError.
  OpenedRun(const TuningConfig& config, RunObserver& observer, std::chrono::seconds wait = {});
  /// Not copied, since `tuning` refers to the other two members.
  OpenedRun(const OpenedRun&) = delete;
  OpenedRun& operator=(const OpenedRun&) = delete;

  /// Tells the optimiser the trials that ended without being told, e.g. because the process died in between.
  void settle();

  ParameterSpace space;
  std::optional<TrialStore> store;
  std::optional<Tuning> tuning;
};

}  // namespace bora::tuning
