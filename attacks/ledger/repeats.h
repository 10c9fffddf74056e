// Repeated queries for victims whose answers vary: number of repetitions, and the rule for a success.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "attacks/ledger/question.h"
#include "common/layers.h"

namespace bora::attacks {

/// Number of repeated queries averaged per observation, and required to confirm a success. Every answer is a
/// query.
struct Repeats {
  int average = 1;  ///< number of answers to every question, >= 1, whose mean the attack sees; it is the
                    ///< expectation over transformation, as defined by Athalye et al. (ICML 2018)
  int most = 1;     ///< maximum number of all answers to a question that reached its goal, >= average
  int needed = 1;   ///< number of these that must reach the goal for a success, 1 to most

  bool once() const { return most == 1; }
  bool operator==(const Repeats&) const = default;
};

/// Default for a victim that is known to be random: 3 of 5. It is a choice, not a measurement: more than
/// half, at the price of two more queries for each success.
inline constexpr Repeats kUsualRepeats{1, 5, 3};

/// Majority vote over the answers to one question. Answers are requested only until it is decided whether the
/// goal is reached often enough: an attack pays only for what it needs.
class Poll {
 public:
  /// `inside`: whether the input may be a success at all. `left`: answers that the budget still has, >= 1.
  /// `visible`: the visible part of each answer, which is averaged.
  Poll(const Repeats& repeats, const Goal& goal, bool inside, int left, const Visibility& visible = {});

  /// Returns the number of answers to request next; 0: it is decided or closed, or the budget is spent.
  int wanted() const;
  void add(VictimReply reply);
  /// Ends the vote without a decision: an answer is missing.
  void close() { closed_ = true; }
  /// Returns whether all requested answers are there, and no more are wanted.
  bool decided() const { return !closed_ && wanted() == 0; }
  const std::vector<VictimReply>& answers() const { return answers_; }

  /// Returns the mean of the answers: of log-probabilities where they are logits, of probabilities where they
  /// are probabilities; where not all scores are visible, of what an attacker derives from each answer. Its
  /// class is the most common one among the answers that agree with the vote on the goal; ties go to the
  /// class given first. A single answer is returned as it is. There must be one.
  VictimReply outcome() const;

 private:
  bool holds() const { return reached_ >= repeats_.needed; }

  Repeats repeats_;
  Goal goal_;
  bool inside_;
  int left_;
  Visibility visible_;
  int reached_ = 0;
  bool closed_ = false;
  std::vector<VictimReply> answers_;
};

/// Makes the vote on one question: with the scores visible to the attack that asks, and a success only inside
/// its threat model.
template <typename Input>
Poll poll_of(const Question<Input>& question, const Repeats& repeats, const Visibility& visible, int left) {
  const bool inside = !question.on_the_way || question.threat->violation(*question.input).empty();
  return {repeats, question.goal, inside, left, visible_to(question, visible)};
}

/// Requests answers until every poll is decided or closed: in each call all that are wanted. The number of
/// the call selects the victim's draw. `put(places, replies)`: sets replies[i] to an answer to the question
/// of polls[places[i]], or leaves it without a class, which closes the poll. Returns false to end after this
/// call.
template <typename Input, typename Put>
void ask_until_decided(Oracle<Input>& oracle, std::vector<Poll>& polls, const Put& put) {
  const DrawScope scope(oracle);
  for (std::uint64_t call = 0;; ++call) {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < polls.size(); ++i)
      places.insert(places.end(), static_cast<std::size_t>(polls[i].wanted()), i);
    if (places.empty()) return;
    oracle.draw(call);
    std::vector<VictimReply> replies(places.size());
    const bool continues = put(places, std::span(replies));
    for (std::size_t i = 0; i < places.size(); ++i) {
      Poll& poll = polls[places[i]];
      if (replies[i].predicted < 0)
        poll.close();
      else
        poll.add(std::move(replies[i]));
    }
    if (!continues) return;
  }
}

/// Returns the most common class of the replies (ties: the one given first), with the mean of their scores,
/// or of what an attacker derives from them as in Poll::outcome(). Needs one.
VictimReply majority(const std::vector<VictimReply>& replies, const Visibility& visible = {});

}  // namespace bora::attacks
