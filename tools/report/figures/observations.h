// From a run's record to what the statistics take.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "attacks/ledger/run_reader.h"
#include "tools/report/statistics/statistics.h"

namespace bora {

/// Whether an instance counts as a success: its attack found an adversarial example, and the verifier did not
/// contradict it. One that is not verified yet counts.
bool succeeded(const InstanceRecord& instance);

/// Found, but outside the threat model or not fooling the victim when the verifier looked: a failure.
bool contradicted(const InstanceRecord& instance);

/// Whether it is known if the attack succeeds within the budget.
bool decided(const InstanceRecord& instance);

/// What is known of an instance's queries to success; none where it has not begun. Its cluster is its input.
/// An exhausted or failed instance has failed for good, watched to the largest budget of the run: to be
/// censored at a smaller budget of its own would ask what it had done with more queries than it could ever
/// have. So has one that the verifier contradicts.
std::optional<WatchedInstance> observe(const InstanceRecord& instance, const RunRecord& run);

/// Query numbers at which success is reported: 10, 50, ... below the budget, and the budget.
std::vector<int> report_points(int budget);

/// The same for graphs, whose budgets differ by orders of magnitude: powers of ten, and the largest budget.
std::vector<int> decade_points(int largest_budget);

/// `asked` in ascending order, each once, and the budget; without any the points above, of graphs if so.
/// Throws InputError naming --points if one is not from 1 to the budget.
std::vector<int> chosen_points(const std::vector<int>& asked, int budget, bool graphs);

/// Attacks of a run, in the order they were asked for.
std::vector<std::string> attack_names(const RunRecord& run);

}  // namespace bora
