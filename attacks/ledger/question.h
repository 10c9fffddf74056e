// What an attack asks of a victim, what the victim replies, and what of that the attack is shown.
#pragma once

#include <optional>
#include <vector>

#include "attacks/ledger/oracle.h"
#include "attacks/threat/objective.h"
#include "attacks/threat/threat_model.h"
#include "attacks/threat/visibility.h"

namespace bora {

/// One input that an instance wants to have answered.
template <typename Input>
struct Question {
  int instance = 0;
  Goal goal;
  const ThreatModel<Input>* threat = nullptr;
  const Input* input = nullptr;
  AttackSight sight = AttackSight::scores;
  bool on_the_way = false;  ///< the input may lie outside the threat model, but then it is no success
  std::optional<GradientWish> gradient = {};  ///< white box
};

/// What the victim says to an input: its class, and 1 x classes scores unless it was asked for labels alone.
struct VictimReply {
  int predicted = -1;
  Scores scores;
  bool held = true;   ///< false: of several answers too few reached the goal for it to be a success
  bool tied = false;  ///< the class is that of the goal only by the order of classes with equal scores
};

/// Puts the inputs to the victim as one batch, for labels and nothing else where `label_only`. Throws
/// VictimError, also if what comes back are no labels, or not as many as were asked for.
template <typename Input>
std::vector<VictimReply> replies_of(Oracle<Input>& oracle, Inputs<Input> inputs, bool label_only);

/// What is visible of the run's answers to the attack that asks: to a white-box attack, which is a yardstick,
/// what is hidden from the others is not hidden.
template <typename Input>
Visibility visible_to(const Question<Input>& question, const Visibility& visible) {
  return question.sight == AttackSight::gradients ? Visibility() : visible;
}

/// The reply as the attack that asked is shown it, as far as anything is visible to it. `objective`: the loss
/// that is recorded.
template <typename Input>
Observation observation_of(const Question<Input>& question, const VictimReply& reply,
                           const Visibility& visible, Loss objective);

/// What to ask the victim for, so that the gradient of the scores is that of the loss that the question
/// wishes; it must wish one. `seen`: the observation of the same reply. The question must outlive the result.
template <typename Input>
GradientQuestion<Input> gradient_question(const Question<Input>& question, const Scores& scores,
                                          const Observation& seen);

}  // namespace bora
