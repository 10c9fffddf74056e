#include "attacks/ledger/repeats.h"

#include <algorithm>

#include "attacks/threat/objective.h"

namespace bora::attacks {
namespace {

Scores mean_of(const std::vector<VictimReply>& replies, const Visibility& visible) {
  const ScoreKind kind = replies.front().scores.kind;
  Batch sum = Batch::Zero(1, replies.front().scores.values.cols());
  if (sum.cols() == 0) return {sum, kind};
  for (const VictimReply& reply : replies) {
    const Scores shown = visible.shown(reply.scores);
    sum += kind == ScoreKind::probabilities ? shown.values : Batch(log_probabilities(shown).cast<float>());
  }
  return {sum / static_cast<float>(replies.size()), kind};
}

// Returns the most frequent class among the replies whose class fulfils `among`; -1 if there are none.
template <typename Among>
int commonest_class(const std::vector<VictimReply>& replies, Among among) {
  int best = -1;
  std::ptrdiff_t most = 0;
  for (const VictimReply& reply : replies) {
    if (!among(reply.predicted)) continue;
    const auto count = std::ranges::count(replies, reply.predicted, &VictimReply::predicted);
    if (count > most) {
      best = reply.predicted;
      most = count;
    }
  }
  return best;
}

}  // namespace

VictimReply majority(const std::vector<VictimReply>& replies, const Visibility& visible) {
  if (replies.size() == 1) return replies.front();
  return {commonest_class(replies, [](int) { return true; }), mean_of(replies, visible)};
}

MajorityVote::MajorityVote(const Repeats& repeats, const Goal& goal, bool inside, int left,
                           const Visibility& visible)
    : repeats_(repeats), goal_(goal), inside_(inside), left_(left), visible_(visible) {}

int MajorityVote::wanted() const {
  if (closed_) return 0;
  const auto asked = static_cast<int>(answers_.size());
  if (asked < repeats_.average) return std::min(repeats_.average, left_) - asked;
  const bool open =
      inside_ && reached_ > 0 && !holds() && reached_ + repeats_.most - asked >= repeats_.needed;
  return open ? std::min(repeats_.needed - reached_, left_ - asked) : 0;
}

void MajorityVote::add(VictimReply reply) {
  reply.tied =
      goal_.achieved(reply.predicted) && reply.scores.values.cols() > 0 && !reaches(goal_, reply.scores, 0);
  reached_ += goal_.achieved(reply.predicted) && !reply.tied ? 1 : 0;
  answers_.push_back(std::move(reply));
}

VictimReply MajorityVote::outcome() const {
  if (repeats_.once()) return answers_.front();
  const bool held = holds();
  VictimReply outcome = majority(answers_, visible_);
  outcome.held = held;
  const int agreeing = commonest_class(answers_, [&](int label) { return goal_.achieved(label) == held; });
  // No answer agrees with the vote if the budget ended before a success was confirmed often enough.
  if (agreeing >= 0) outcome.predicted = agreeing;
  outcome.tied = reached_ == 0 && goal_.achieved(outcome.predicted);
  return outcome;
}

}  // namespace bora::attacks
