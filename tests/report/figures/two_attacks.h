// Record of a small run with two attacks.
#pragma once

#include <string>

#include "attacks/record/synthetic_run.h"
#include "support/temporary_folder.h"

namespace bora::testing {

/// Returns the record of a run, as it is read from its folder.
inline attacks::RunRecord record_of(const attacks::SyntheticRun& run) {
  const TemporaryFolder folder;
  return attacks::record_of(run, folder.path());
}

/// Adds an instance to a record.
inline void add(attacks::SyntheticRun& run, const std::string& attack, int image, int target,
                const std::string& status, int queries) {
  add_instance(run, attack, image, target, queries);
  run.instances.back().status = status;
  if (status == "failed") run.instances.back().reason = "the victim died";
}

/// Returns a run of two attacks with budget 100, three images of which one is misclassified.
inline attacks::SyntheticRun two_attacks() {
  attacks::SyntheticRun run;
  run.attacks = {"square", "random"};
  run.inputs = {{0, 0, true, ""}, {1, 2, false, "misclassified"}, {3, 3, true, ""}};
  add(run, "square", 0, 1, "success", 10);
  add(run, "random", 0, 1, "exhausted", 100);
  add(run, "square", 2, 1, "exhausted", 100);
  add(run, "random", 2, 1, "exhausted", 100);
  return run;
}

}  // namespace bora::testing
