// Questions of attacks to a victim, and the observations that attacks make of the replies.
#pragma once

#include <optional>

#include "attacks/ledger/oracle.h"
#include "attacks/threat/objective.h"
#include "attacks/threat/threat_model.h"
#include "attacks/threat/visibility.h"

namespace bora::attacks {

/// Input that an instance queries.
template <typename Input>
struct Question {
  int instance = 0;                            ///< id in the database
  Goal goal;                                   ///< goal of the instance
  const ThreatModel<Input>* threat = nullptr;  ///< threat model that the instance has
  const Input* input = nullptr;
  AccessLevel access = AccessLevel::scores;  ///< access level of the attack
  bool on_the_way = false;  ///< true: the input may lie outside the threat model, but then it is no success
  std::optional<GradientRequest> gradient = {};  ///< white-box attacks only
};

/// Returns the visibility of the answer for the attack of this question: a white-box attack sees all scores,
/// even if the run hides them from other attacks.
template <typename Input>
Visibility visible_to(const Question<Input>& question, const Visibility& visible) {
  return question.access == AccessLevel::gradients ? Visibility() : visible;
}

/// Returns whether the input of the question is inside the threat model.
template <typename Input>
bool is_inside(const Question<Input>& question) {
  return !question.on_the_way || question.threat->violation(*question.input).empty();
}

/// Returns the reply as the attack of this question sees it. `visible`: visibility in the run. `objective`:
/// the loss that is recorded.
template <typename Input>
Observation observation_of(const Question<Input>& question, const VictimReply& reply,
                           const Visibility& visible, Loss objective) {
  const bool inside = is_inside(question);
  Observation said = observe_label(reply.predicted, question.goal, inside && reply.held);
  if (reply.tied) {
    said.adversarial = said.success = false;
    said.objective = -1;
  }
  if (question.access == AccessLevel::labels) return said;
  const Visibility shown = visible_to(question, visible);
  Observation seen = observe(reply.scores, shown.log_probabilities(reply.scores), 0, question.goal,
                             inside && reply.held, objective);
  // The class of several answers is their majority, not the class of the mean scores.
  seen.predicted = said.predicted;
  seen.adversarial = said.adversarial;
  seen.success = said.success;
  return seen;
}

/// Returns the request for the gradient of the loss that the question names (question.gradient must be set).
/// `scores`, `seen`: reply to the question, and its observation. The question must outlive the result.
template <typename Input>
GradientQuestion<Input> gradient_question(const Question<Input>& question, const Scores& scores,
                                          const Observation& seen) {
  Goal goal = question.goal;
  if (question.gradient->towards) goal.target = question.gradient->towards;
  const Eigen::RowVectorXd of_log_p = loss_gradient(question.gradient->loss, goal, seen.log_p);
  return {question.input, gradient_of_scores(scores, 0, of_log_p), &*question.gradient};
}

}  // namespace bora::attacks
