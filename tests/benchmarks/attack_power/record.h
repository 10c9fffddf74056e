// Runs attacks on a real victim and keeps states of them.
#pragma once

#include <functional>
#include <vector>

#include "attacks/runner/plan.h"
#include "recording.h"

namespace bora::tools {

struct RecordOptions {
  PlanOptions plan;  ///< images and goals; its one attack makes the trajectories
  double epsilon = 0.3;
  int budget = 1000;                    ///< that the squares' schedule is scaled to
  double p = 0.3;                       ///< share of pixels that the first proposed squares cover
  double composite = 0;                 ///< share of candidates that are two squares at once
  int candidates = 60;                  ///< a state
  std::vector<int> at = {15, 40, 100};  ///< queries, rising
};

/// Drives every trajectory to the last of options.at or to its success, whichever comes first; at each of
/// these queries that it reaches, Square's proposals around its incumbent are shown to the victim too.
/// `progress`: told of every round, with its number and how many trajectories are left.
Recording record_states(Victim& victim, const ImageDataset& data, const RecordOptions& options,
                        const std::function<void(int, int)>& progress);

}  // namespace bora::tools
