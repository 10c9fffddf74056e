// Checks that the attacks of a run are strong enough for their failures to be evidence of robustness. After
// Carlini et al. 2019 (arXiv:1902.06705) and the signs of obfuscated gradients of Athalye et al. 2018 (ICML).
#pragma once

#include "attacks/checks/checked_run.h"
#include "attacks/record/run_reader.h"

namespace bora::attacks {

/// Number of instances that a check attacks: enough to detect an attack that does not work, few enough to be
/// made with every run.
inline constexpr int kProbeInstances = 8;
/// Numbers of queries an instance: of a white-box attack, and the maximum of any attack. A black-box attack
/// has AttackSummary::probe_queries.
inline constexpr int kProbeQueries = 100, kMostProbeQueries = 1000;

/// Runs the strongest black-box attack of the run, the one with most successes, without a bound (random edits
/// up to all pairs on graphs, whose classifiers may predict one class whatever the edges are). Passes where
/// it succeeds on every instance; on images, fails where it succeeds on less than half of them, but only
/// warns where it is targeted and has no more queries than there are classes: a working attack may lack
/// queries then. Open where the attack needs more queries than a check spends.
///
/// The checks of this file throw VictimError and ChecksStopped.
template <typename Input>
EvaluationCheck check_unbounded(const CheckedRun<Input>& run);

/// Runs the same attack with the same seeds at twice the bound, on instances that it failed on and some that
/// it succeeded on: it should not succeed on fewer within as many queries. Applies a one-sided sign test to
/// the pairs that differ: warns at 25%, fails at 5% (only warns on graphs, where more edits make a larger
/// search space). A single differing pair is taken for chance.
template <typename Input>
EvaluationCheck check_larger_bound(const CheckedRun<Input>& run);

/// Compares random changes with the best other black-box attack, on the same instances with as many queries,
/// either from the run or from a few new trials. Judged as above.
template <typename Input>
EvaluationCheck check_random_weaker(const CheckedRun<Input>& run);

/// Compares the best black-box attack with a white-box one (PGD on images, greedy edits along the gradient
/// on graphs), on the same instances at the same bound, either from the run or from a few new trials, on most
/// of which the black-box attack succeeded. Judged as above; on graphs, whose edits are discrete, a warning
/// at most. Open where the victim has no gradients or the run sees labels alone.
template <typename Input>
EvaluationCheck check_white_box(const CheckedRun<Input>& run);

}  // namespace bora::attacks
