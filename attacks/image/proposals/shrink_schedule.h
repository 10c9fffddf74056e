// Schedule by which the proposals of Square Attack shrink.
#pragma once

#include <algorithm>
#include <optional>

#include "attacks/image/image_attack.h"
#include "attacks/settings/attack_settings.h"

namespace bora::attacks {

/// Number of queries over which the share of pixels that a proposal changes falls from its first to its last
/// value. The paper rescales its schedule to the budget. With a budget of a few hundred queries, proposals
/// then become small too early: on images 1-60 of the published MNIST and CIFAR-10 victims, Square Attack and
/// `bo` succeed more often with the schedule of at least 1,000 queries (docs/results/constants.md).
struct ShrinkSchedule {
  int queries = 0;  ///< number of queries; 0: the budget, but at least `least`
  /// Least number of queries. 0: the budget, as in the paper; none: AttackProblem::least_schedule.
  std::optional<int> least = std::nullopt;

  /// Reads the settings `schedule` and `least-schedule`. Throws InputError.
  void read(AttackSettings& settings) {
    settings.read("schedule", queries, 0, 1000000,
                  "queries over which proposals shrink; 0: the budget, but at least least-schedule");
    int value = least.value_or(kLeastSchedule);
    settings.read("least-schedule", value, 0, 1000000,
                  "least number of queries over which proposals shrink; 0: the budget, however small");
    if (settings.has("least-schedule")) least = value;
  }
  /// Returns the schedule of an attack that starts from an image of substitute models: over the budget,
  /// unless `least` is set. Such a start is close to success, and slower schedules were not tested for it.
  ShrinkSchedule from_prior() const { return {queries, least.value_or(0)}; }
  /// Returns the number of queries for a problem, at least 1.
  int over(const AttackProblem& problem) const {
    return queries > 0 ? queries : std::max(problem.budget, least.value_or(problem.least_schedule));
  }
};

}  // namespace bora::attacks
