// Checks that the attacks of a run are so strong that their failures are evidence of robustness, after
// Carlini et al. 2019 (arXiv:1902.06705) and the signs of obfuscated gradients in Athalye et al. 2018 (ICML).
// All throw VictimError and ChecksStopped.
#pragma once

#include "attacks/checks/checked_run.h"
#include "attacks/record/run_reader.h"

namespace bora::attacks {

/// Largest number of instances that a check attacks: enough to detect an attack that does not work, few
/// enough for every run.
inline constexpr int kProbeInstances = 8;
/// Largest number of queries per instance. A black-box attack gets AttackSummary::probe_queries, a white-box
/// attack the budget that the instance had in the run.
inline constexpr int kMostProbeQueries = 1000;

/// Runs the black-box attack with most successes without a bound on the perturbation; on graphs, random
/// edits.
///
/// - Passes if the attack succeeds on every instance. On images it also passes if the attack succeeds on at
///   least half of the instances and a reference attack on all others.
/// - Fails on images if both attacks together succeed on less than half of the instances.
/// - Warns in all other cases. So it never fails on graphs and with semantic changes, where the model may
///   ignore the changes, or if a targeted attack has no more queries than there are classes.
/// - Is open if the attack needs more queries than a check spends.
template <typename Input>
EvaluationCheck check_unbounded(const CheckedRun<Input>& run);

/// Runs the black-box attack with most successes at twice the bound, with the same seeds, on instances on
/// which it failed and some on which it succeeded. It should not succeed on fewer within as many queries.
/// Warns if the one-sided sign test gives p <= 25%, fails at 5% (on graphs it only warns, because more edits
/// make a larger search space). The test treats inputs, not the instances on them, as independent. A
/// difference on a single input passes.
template <typename Input>
EvaluationCheck check_larger_bound(const CheckedRun<Input>& run);

/// Compares random changes with the black-box attack with most successes, on the same instances and within
/// the smaller of their two budgets. Uses the results of the attack `random` in the run or, without it, a few
/// new trials. Warns and fails by the sign test as check_larger_bound() does.
template <typename Input>
EvaluationCheck check_random_weaker(const CheckedRun<Input>& run);

/// Compares the black-box attack with most successes with a white-box attack, on the same instances, at the
/// same bound and within the smaller of their two budgets. Uses the results of a white-box attack in the run
/// or, without one, a few new trials of PGD (on graphs: gradient), most of them on instances on which the
/// black-box attack succeeded. Warns and fails by the sign test as check_larger_bound() does; on graphs,
/// whose edits are discrete, it only warns. Open if the victim has no gradients, only labels are visible, or
/// no white-box attack supports the threat model.
template <typename Input>
EvaluationCheck check_white_box(const CheckedRun<Input>& run);

}  // namespace bora::attacks
