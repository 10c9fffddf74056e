// Conversion of a run's records into the observations from which statistics are computed.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "attacks/record/run_reader.h"
#include "common/layers.h"
#include "report/figures/success_figures.h"
#include "report/statistics/statistics.h"

namespace bora::report {

/// Returns whether an instance counts as a success: its attack found an adversarial example, and the verifier
/// did not contradict it. An example that is not verified yet counts.
bool succeeded(const InstanceRecord& instance);

/// Returns whether the instance has an adversarial example that, according to the verifier, is outside the
/// threat model or does not fool the victim. Such an instance counts as a failure.
bool contradicted(const InstanceRecord& instance);

/// Returns whether the attack has ended by success or by exhausting its budget.
bool decided(const InstanceRecord& instance);

/// Returns whether the attack has ended without an error, so that it will not find a nearer example.
bool final_distance(const InstanceRecord& instance);

/// Returns the queries to success of an instance as a survival observation, with its input as cluster; none
/// if the instance has not begun. An instance that is exhausted or contradicted by the verifier counts as
/// a final failure, observed up to `largest_budget`: the largest budget of an instance in the run, or in the
/// runs that are compared. It is not censored at its own budget, as its attack has no queries beyond it. An
/// instance that has not ended, or whose victim failed, is censored at its queries, which are 0 if the
/// victim failed at the first one.
std::optional<WatchedInstance> observe(const InstanceRecord& instance, int largest_budget);

/// Choice among the examples of an instance that continues after a success.
enum class Found { first, nearest };
/// Computes the figures of an attack's distances in place of its queries: distances of the examples in
/// multiples of `unit`, rounded up. An instance that resists has the distance `beyond`. One without a
/// final_distance() has no observation, since the attack might have found a smaller one; this holds for
/// Found::first, too, so that both examples are compared over the same instances. `points`: distances
/// at which success is reported, in units.
SuccessFigures distance_figures(const RunRecord& run, const std::string& attack, Found example, double unit,
                                int beyond, std::span<const int> points);

/// Returns the query numbers at which success of a run is reported: the distinct `asked` in ascending order,
/// and the budget. If `asked` is empty: 10, 50, ... up to the budget; also 25 in semantic runs, whose budgets
/// are small; powers of ten in runs on graphs, whose budgets span orders of magnitude. `budget`: that of the
/// run, or of several that are compared. Throws InputError naming --points if one is not from 1 to the
/// budget.
std::vector<int> chosen_points(const std::vector<int>& asked, const RunFacts& run, int budget);

/// Returns whether an attack of a run sees gradients, so that it is a white-box reference.
bool is_white_box(const RunRecord& run, const std::string& attack);

/// Returns the attacks of a run in the order in which they were requested, then others that have instances.
std::vector<std::string> attack_names(const RunRecord& run);

}  // namespace bora::report
