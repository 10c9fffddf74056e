#include "attacks/ledger/question.h"

#include "attacks/semantic/transformed.h"

namespace bora::attacks {

template <typename Input>
Observation observation_of(const Question<Input>& question, const VictimReply& reply,
                           const Visibility& visible, Loss objective) {
  const bool inside = !question.on_the_way || question.threat->violation(*question.input).empty();
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

template <typename Input>
GradientQuestion<Input> gradient_question(const Question<Input>& question, const Scores& scores,
                                          const Observation& seen) {
  Goal goal = question.goal;
  if (question.gradient->towards) goal.target = question.gradient->towards;
  const Eigen::RowVectorXd of_log_p = loss_gradient(question.gradient->loss, goal, seen.log_p);
  return {question.input, gradient_of_scores(scores, 0, of_log_p), &*question.gradient};
}

template Observation observation_of(const Question<Pixels>&, const VictimReply&, const Visibility&, Loss);
template Observation observation_of(const Question<Transformed>&, const VictimReply&, const Visibility&,
                                    Loss);
template Observation observation_of(const Question<Graph>&, const VictimReply&, const Visibility&, Loss);
template GradientQuestion<Pixels> gradient_question(const Question<Pixels>&, const Scores&,
                                                    const Observation&);
template GradientQuestion<Transformed> gradient_question(const Question<Transformed>&, const Scores&,
                                                         const Observation&);
template GradientQuestion<Graph> gradient_question(const Question<Graph>&, const Scores&, const Observation&);

}  // namespace bora::attacks
