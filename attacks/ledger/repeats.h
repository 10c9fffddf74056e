// Repeated queries for victims whose answers vary: number of repetitions, and the rule for a success.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "attacks/ledger/question.h"

namespace bora::attacks {

/// Number of repeated queries averaged per observation, and required to confirm a success. Every answer is a
/// query.
struct Repeats {
  int average = 1;  ///< number of answers to every question, >= 1, of which the attack sees the mean
                    ///< (expectation over transformation as defined by Athalye et al., ICML 2018)
  int most = 1;     ///< largest number of answers to a question of which one reached the goal, >= average
  int needed = 1;   ///< number of answers that must reach the goal for a success, 1 to most

  bool once() const { return most == 1; }
  bool operator==(const Repeats&) const = default;
};

/// Default for a victim that is known to be randomised: 3 of 5. Chosen, not measured: a success needs more
/// than half of the answers and costs two more queries.
inline constexpr Repeats kUsualRepeats{1, 5, 3};

/// Vote over the answers to one question, on whether the goal is reached. Answers are requested only until
/// the vote is decided, which saves queries.
class MajorityVote {
 public:
  /// `inside`: whether the input is inside the threat model; otherwise it cannot succeed. `left`: remaining
  /// budget, in answers, >= 1. `visible`: visible part of each answer, which is averaged.
  MajorityVote(const Repeats& repeats, const Goal& goal, bool inside, int left,
               const Visibility& visible = {});

  /// Returns the number of answers to request next; 0 once the vote is decided or closed, or the budget is
  /// spent.
  int wanted() const;
  void add(VictimReply reply);
  /// Closes the vote without a decision, because an answer is missing.
  void close() { closed_ = true; }
  /// Returns whether the vote is not closed and no more answers are wanted.
  bool decided() const { return !closed_ && wanted() == 0; }
  const std::vector<VictimReply>& answers() const { return answers_; }

  /// Returns the answer that the attack sees; at least one answer must have been added. Its scores are the
  /// mean over the answers of the probabilities, or, if scores are logits, of the log-probabilities. If not
  /// all scores are visible, the mean is that of Visibility::shown(). Its class is the most frequent one
  /// among the answers that agree with the vote; ties go to the class that was answered first. With
  /// Repeats::once() the answer is returned unchanged.
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

/// Returns a vote on one question, without answers. `repeats`, `left`: as in MajorityVote. `visible`:
/// visibility in the run.
template <typename Input>
MajorityVote make_vote(const Question<Input>& question, const Repeats& repeats, const Visibility& visible,
                       int left) {
  return {repeats, question.goal, is_inside(question), left, visible_to(question, visible)};
}

/// Requests answers until every vote is decided or closed. Each call of `put` requests all answers that are
/// wanted; the number of the call, from 0, selects the victim's draw. `put(places, replies)`: function that
/// sets replies[i] to an answer to the question of votes[places[i]], or leaves it without a class, which
/// closes that vote; returns false if no further call shall follow.
template <typename Input, typename Put>
void ask_until_decided(Oracle<Input>& oracle, std::vector<MajorityVote>& votes, const Put& put) {
  const DrawScope scope(oracle);
  for (std::uint64_t call = 0;; ++call) {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < votes.size(); ++i)
      places.insert(places.end(), static_cast<std::size_t>(votes[i].wanted()), i);
    if (places.empty()) return;
    oracle.draw(call);
    std::vector<VictimReply> replies(places.size());
    const bool continues = put(places, std::span(replies));
    for (std::size_t i = 0; i < places.size(); ++i) {
      MajorityVote& vote = votes[places[i]];
      if (replies[i].predicted < 0)
        vote.close();
      else
        vote.add(std::move(replies[i]));
    }
    if (!continues) return;
  }
}

/// Returns the most frequent class of the replies (ties: the one answered first), with the mean of their
/// scores as in MajorityVote::outcome(). There must be at least one reply.
VictimReply majority(const std::vector<VictimReply>& replies, const Visibility& visible = {});

}  // namespace bora::attacks
