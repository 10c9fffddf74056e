// A tuning run's folder, opened to go on with.
#pragma once

#include <optional>

#include "tools/opt/opt_options.h"

namespace bora {

/// Whatever may be wrong with what was asked for is found before anything is stored.
struct OpenedRun {
  /// Makes the run, with what was known before, or opens the one that options.stored is of. Throws InputError
  /// and StorageError.
  explicit OpenedRun(const OptOptions& options);
  /// tuning looks at the other two.
  OpenedRun(const OpenedRun&) = delete;
  OpenedRun& operator=(const OpenedRun&) = delete;

  /// Tells the optimiser of trials that ended and were not told, as where a process died in between.
  void settle();

  ParameterSpace space;
  std::optional<TrialStore> store;
  std::optional<Tuning> tuning;
};

}  // namespace bora
