// Whether a victim's answers are such that an attack can go by them.
#pragma once

#include "attacks/checks/checked_run.h"
#include "attacks/ledger/run_reader.h"

namespace bora {

/// So many clean inputs are asked for twice.
inline constexpr int kRepeatedInputs = 64;

/// Asks for clean inputs twice, in the same batches: passed where every answer is the same to the last bit,
/// a warning where scores differ, failed where classes do, or where the class is another than when the run
/// began (RobustBench leaves out defences that draw at random, Croce et al. 2020). Throws VictimError and
/// ChecksStopped.
template <typename Input>
EvaluationCheck check_deterministic(const CheckedRun<Input>& run);

/// From the clean scores that the run holds: on how many inputs they tell nothing of how near another class
/// is, since every probability is 0 or 1 in single precision or the two largest scores are equal; and whether
/// all inputs have the same scores. Any of these is a warning; more than half of the inputs, or constant
/// scores, fail it. Logits whose probabilities alone are 0 and 1 are a warning at most: attacks here go by
/// the logits. Asks nothing.
template <typename Input>
EvaluationCheck check_scores_informative(const CheckedRun<Input>& run);

/// From the answers that the run holds: how many of the queries were answered with the clean input's scores
/// though the input was another. From a twentieth of them on a warning, from a half on failed: the attacks
/// walked on a plateau. Asks nothing.
template <typename Input>
EvaluationCheck check_scores_respond(const CheckedRun<Input>& run);

/// So many clean inputs are asked for their gradients.
inline constexpr int kGradientInputs = 16;

/// On how many clean inputs the gradient of the margin is zero, the sign of a function that was made flat
/// (Athalye et al. 2018; RobustBench leaves such defences out): some are a warning, more than half fail it.
/// Open where the victim has no gradients, or the run sees labels alone. Throws VictimError and
/// ChecksStopped.
template <typename Input>
EvaluationCheck check_gradients(const CheckedRun<Input>& run);

}  // namespace bora
