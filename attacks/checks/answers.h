// Checks that attacks can use a victim's answers.
#pragma once

#include "attacks/checks/checked_run.h"
#include "attacks/record/run_reader.h"

namespace bora::attacks {

/// Largest number of clean inputs that check_deterministic() queries twice.
inline constexpr int kRepeatedInputs = 64;

/// Queries clean inputs twice, in the same batches. Passes if every answer is bitwise identical; warns if
/// scores differ; fails if classes differ, or if a class differs from that at the start of the run
/// (RobustBench excludes randomised defences, Croce et al. 2020). If the run confirms successes by repeated
/// answers, other classes only cause a warning. Throws VictimError and ChecksStopped.
template <typename Input>
EvaluationCheck check_deterministic(const CheckedRun<Input>& run);

/// Inspects the stored clean scores. Warns if scores of some inputs do not show how near another class is:
/// every probability is 0 or 1 in single precision, or the two largest scores are equal. Fails if this holds
/// for more than half of the inputs, or if all inputs have the same scores. Saturated probabilities only
/// cause a warning if the victim returns logits, which attacks use. Makes no queries.
template <typename Input>
EvaluationCheck check_scores_informative(const CheckedRun<Input>& run);

/// Counts the stored answers to changed inputs whose scores equal those of the clean input. Such answers give
/// attacks no direction. Warns from 5% on and fails from 50% on. Makes no queries.
template <typename Input>
EvaluationCheck check_scores_respond(const CheckedRun<Input>& run);

/// Largest number of clean inputs for which check_gradients() computes gradients.
inline constexpr int kGradientInputs = 16;

/// Counts the clean inputs at which the gradient of the margin is zero, a sign of masked gradients (Athalye
/// et al. 2018; RobustBench excludes such defences). Warns if there are any, and fails if they are more than
/// half. Open if the victim has no gradients, or only labels are visible. Throws VictimError and
/// ChecksStopped.
template <typename Input>
EvaluationCheck check_gradients(const CheckedRun<Input>& run);

}  // namespace bora::attacks
