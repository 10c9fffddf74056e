// Whether the attacks of a run are as strong as attacks must be for their failures to say anything. After
// Carlini et al. 2019 (arXiv:1902.06705) and the signs of obfuscated gradients of Athalye et al. 2018 (ICML).
#pragma once

#include "attacks/checks/checked_run.h"
#include "attacks/ledger/run_reader.h"

namespace bora {

/// Instances that a check attacks, and the queries that each may spend: enough to see an attack that does not
/// work, few enough to be made with every run.
inline constexpr int kProbeInstances = 8;
inline constexpr int kProbeQueries = 100;

/// The strongest black-box attack of the run, the one with most successes, where anything may be changed
/// (random edits up to all pairs of graphs, whose classifiers may name one class whatever the edges are):
/// passed where it succeeds on every instance; less than half of them, on images, fail it.
///
/// The checks of this file throw VictimError and ChecksStopped.
template <typename Input>
EvaluationCheck check_unbounded(const CheckedRun<Input>& run);

/// The same attack, seed for seed, at twice the bound, on instances that it failed on and some that it
/// succeeded on: it may not succeed on fewer within as many queries. By a one-sided sign test of the pairs
/// that differ: at 25% a warning, at 5% failed (a warning on graphs, where more edits are a larger space to
/// search). A single pair is chance.
template <typename Input>
EvaluationCheck check_larger_bound(const CheckedRun<Input>& run);

/// Random changes against the best other black-box attack, on the same instances with as many queries: as the
/// run holds them, or else tried on a few. Judged as above.
template <typename Input>
EvaluationCheck check_random_weaker(const CheckedRun<Input>& run);

/// The best black-box attack against a white-box one (PGD on images, greedy edits along the gradient on
/// graphs), on the same instances at the same bound: as the run holds them, or else tried on a few, most of
/// which the black-box attack succeeded on. Judged as above; on graphs, whose edits are discrete, a warning
/// at most. Open where the victim has no gradients or the run sees labels alone.
template <typename Input>
EvaluationCheck check_white_box(const CheckedRun<Input>& run);

}  // namespace bora
