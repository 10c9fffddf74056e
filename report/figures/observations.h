// Conversion of a run's record into the observations that the statistics take.
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

/// Returns whether an example was found that, according to the verifier, is outside the threat model or does
/// not fool the victim; this counts as a failure.
bool contradicted(const InstanceRecord& instance);

/// Returns whether it is known if the attack succeeds within the budget.
bool decided(const InstanceRecord& instance);

/// Returns the queries to success of an instance as a survival observation; none where it has not begun. Its
/// cluster is its input. An instance that is exhausted, failed or contradicted by the verifier counts as a
/// final failure, observed to `largest_budget`, that of the run or of the runs beside it. It is not censored
/// at its own smaller budget, as it could never have had more queries.
std::optional<WatchedInstance> observe(const InstanceRecord& instance, int largest_budget);

/// Example of an instance that continues after a success.
enum class Found { first, nearest };
/// Computes the figures of the distances of an attack's examples, in place of queries in multiples of `unit`,
/// rounded up. An instance that resists counts as `beyond` any distance; one that has not ended counts as
/// unseen, since its distance may still fall. `points`: distances at which success is reported.
SuccessFigures distance_figures(const RunRecord& run, const std::string& attack, Found example, double unit,
                                int beyond, std::span<const int> points);

/// Returns the query numbers at which success is reported: `asked` in ascending order, each once, and the
/// budget. If it is empty, 10, 50, ... below the budget, or, for `graphs`, whose budgets span orders of
/// magnitude, powers of ten. Throws InputError naming --points if one is not from 1 to the budget.
std::vector<int> chosen_points(const std::vector<int>& asked, int budget, bool graphs);

/// Returns whether an attack of a run sees gradients: a white-box reference, not a rival.
bool is_white_box(const RunRecord& run, const std::string& attack);

/// Returns the attacks of a run, in the order in which they were requested.
std::vector<std::string> attack_names(const RunRecord& run);

}  // namespace bora::report
