// A tuning run's folder, opened to go on with.
#pragma once

#include <chrono>
#include <optional>

#include "common/layers.h"
#include "common/run_observer.h"
#include "tuning/tuning_config.h"

namespace bora::tuning {

/// Whatever may be wrong with what was asked for is found before anything is stored.
struct OpenedRun {
  /// Makes the run, with what was known before, or opens config.stored. wait: how long to wait for a process
  /// that is at work in the run. Throws InputError, RunInUse and StorageError.
  OpenedRun(const TuningConfig& config, RunObserver& observer, std::chrono::seconds wait = {});
  /// tuning looks at the other two.
  OpenedRun(const OpenedRun&) = delete;
  OpenedRun& operator=(const OpenedRun&) = delete;

  /// Tells the optimiser of trials that ended and were not told, as where a process died in between.
  void settle();

  ParameterSpace space;
  std::optional<TrialStore> store;
  std::optional<Tuning> tuning;
};

}  // namespace bora::tuning
