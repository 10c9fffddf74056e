// Victims that do not always answer the same question alike: how often they are asked, and what counts.
#pragma once

#include <vector>

#include "attacks/ledger/question.h"

namespace bora {

/// How many answers stand behind what an attack is shown, and behind a success. Every answer is a query.
struct Repeats {
  int average = 1;  ///< answers to every question; the attack is shown their mean (expectation over
                    ///< transformation of Athalye et al., ICML 2018), >= 1
  int most = 1;     ///< answers at most to a question that reached its goal, those included; >= average
  int needed = 1;   ///< of those, how many must reach the goal for it to be a success, 1 to most

  bool once() const { return most == 1; }
  bool operator==(const Repeats&) const = default;
};

/// What a victim known to be random is asked where nobody says: 3 of 5. A choice, not a measurement: more
/// than half, at the price of two more queries for each success.
inline constexpr Repeats kUsualRepeats{1, 5, 3};

/// The answers to one question. Answers are asked for until it is known whether the goal is reached often
/// enough, and no longer: an attack pays for what it needs.
class Poll {
 public:
  /// `inside`: whether the input may be a success at all. `left`: answers that the budget still has, >= 1.
  /// `visible`: what of each answer there is a mean of.
  Poll(const Repeats& repeats, const Goal& goal, bool inside, int left, const Visibility& visible = {});

  /// So many answers are to be asked for next; 0: it is decided, or nothing is left of the budget.
  int wanted() const;
  void add(VictimReply reply);
  const std::vector<VictimReply>& answers() const { return answers_; }

  /// The mean of the answers: of log-probabilities where they are logits, of probabilities where they are
  /// these; where not all scores are visible, of what an attacker makes of each answer. Its class is the one
  /// that most answers gave among those that agree with whether the goal counts as reached; the one given
  /// first, of equals. Of one answer: itself. There must be one.
  VictimReply outcome() const;

 private:
  bool holds() const { return reached_ >= repeats_.needed; }

  Repeats repeats_;
  Goal goal_;
  bool inside_;
  int left_;
  Visibility visible_;
  int reached_ = 0;
  std::vector<VictimReply> answers_;
};

/// Of one question: of what is visible to the attack that asks, and a success only inside its threat model.
template <typename Input>
Poll poll_of(const Question<Input>& question, const Repeats& repeats, const Visibility& visible, int left) {
  const bool inside = !question.on_the_way || question.threat->violation(*question.input).empty();
  return {repeats, question.goal, inside, left, visible_to(question, visible)};
}

/// The class that most of the replies say, the one said first of equals, with the mean of their scores, or of
/// what is visible of them as Poll::outcome() has it. Needs one.
VictimReply majority(const std::vector<VictimReply>& replies, const Visibility& visible = {});

}  // namespace bora
