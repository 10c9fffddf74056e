// Checks that a victim's answers are usable by an attack.
#pragma once

#include "attacks/checks/checked_run.h"
#include "attacks/record/run_reader.h"

namespace bora::attacks {

/// Number of clean inputs that are queried twice.
inline constexpr int kRepeatedInputs = 64;

/// Queries clean inputs twice, in the same batches. Passes where every answer is bitwise identical, warns
/// where scores differ, and fails where classes do or where a class differs from that at the start of the run
/// (RobustBench leaves out randomised defences, Croce et al. 2020). Throws VictimError and ChecksStopped.
template <typename Input>
EvaluationCheck check_deterministic(const CheckedRun<Input>& run);

/// Inspects the clean scores that the run holds. Warns where scores do not show how near another class is:
/// every probability is 0 or 1 in single precision, or the two largest scores are equal. Fails where this
/// holds for more than half of the inputs, or where all inputs have the same scores. Only warns where the
/// probabilities but not the logits are saturated, since attacks here use logits. Makes no queries.
template <typename Input>
EvaluationCheck check_scores_informative(const CheckedRun<Input>& run);

/// Counts, among the answers that the run holds, queries whose scores equal the clean input's although the
/// input differs. Warns from a twentieth of them on and fails from a half on, since the attacks then searched
/// a plateau. Makes no queries.
template <typename Input>
EvaluationCheck check_scores_respond(const CheckedRun<Input>& run);

/// Number of clean inputs whose gradients are queried.
inline constexpr int kGradientInputs = 16;

/// Counts the clean inputs on which the gradient of the margin is zero, the sign of a function that was made
/// flat (Athalye et al. 2018; RobustBench leaves such defences out). Warns about some, and fails for more
/// than half. Open where the victim has no gradients, or the run sees labels alone. Throws VictimError and
/// ChecksStopped.
template <typename Input>
EvaluationCheck check_gradients(const CheckedRun<Input>& run);

}  // namespace bora::attacks
