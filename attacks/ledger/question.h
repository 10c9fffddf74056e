// Questions of attacks to a victim, its replies, and the part of a reply that an attack sees.
#pragma once

#include <optional>
#include <vector>

#include "attacks/ledger/oracle.h"
#include "attacks/threat/objective.h"
#include "attacks/threat/threat_model.h"
#include "attacks/threat/visibility.h"

namespace bora::attacks {

/// An input that an instance queries.
template <typename Input>
struct Question {
  int instance = 0;
  Goal goal;
  const ThreatModel<Input>* threat = nullptr;
  const Input* input = nullptr;
  AccessLevel access = AccessLevel::scores;
  bool on_the_way = false;  ///< the input may lie outside the threat model, but then it is no success
  std::optional<GradientRequest> gradient = {};  ///< white box
};

/// Returns the visibility of answers for the attack that asks: a white-box attack, as the reference, sees
/// everything, including what is hidden from the others.
template <typename Input>
Visibility visible_to(const Question<Input>& question, const Visibility& visible) {
  return question.access == AccessLevel::gradients ? Visibility() : visible;
}

/// Returns the reply as visible to the attack that asked. `objective`: the loss that is recorded.
template <typename Input>
Observation observation_of(const Question<Input>& question, const VictimReply& reply,
                           const Visibility& visible, Loss objective);

/// Returns the question whose gradient of the scores is the gradient of the requested loss; the question must
/// request one. `seen`: the observation of the same reply. The question must outlive the result.
template <typename Input>
GradientQuestion<Input> gradient_question(const Question<Input>& question, const Scores& scores,
                                          const Observation& seen);

}  // namespace bora::attacks
