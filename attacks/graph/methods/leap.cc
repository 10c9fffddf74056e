#include "attacks/graph/methods/leap.h"

#include <algorithm>
#include <map>

namespace bora::attacks {
namespace {

// Builder of a leap, which applies its edits to the base graph one by one.
class Leaper {
 public:
  Leaper(EditableGraph& base, EditMode mode) : base_(base), mode_(mode) {}

  int edits() const { return edits_of_pairs(mode_, static_cast<int>(base_.changes().size())); }

  // Applies an edit and returns true, unless it would not increase the number of edits, or would inject a
  // second node.
  bool make(const Edit& edit) {
    if (edit.node && leap_.edit.node) return false;
    const int count = edits();
    for (const EdgeChange& change : edit.changes) before_.emplace(change.pair, base_.weight(change.pair));
    Edit inverse = base_.apply(edit);
    if (edits() <= count) {
      base_.undo(inverse);
      return false;
    }
    if (edit.node) leap_.edit.node = edit.node;
    leap_.units.push_back(edit);
    inverses_.push_back(std::move(inverse));
    return true;
  }

  // Undoes all edits and returns the leap with their net effect.
  Leap finish() {
    for (const auto& [pair, weight] : before_)
      if (base_.weight(pair) != weight) leap_.edit.changes.push_back({pair, base_.weight(pair)});
    base_.undo(inverses_);
    return std::move(leap_);
  }

 private:
  EditableGraph& base_;
  EditMode mode_;
  Leap leap_;
  std::vector<Edit> inverses_;
  std::map<NodePair, float> before_;  // weights in the base of all pairs that an edit changed
};

}  // namespace

std::optional<Leap> draw_leap(EditableGraph& base, const GraphThreat& threat, const EditSampler& sampler,
                              const LeapRecipe& recipe, Rng& rng) {
  Leaper leaper(base, threat.rules().mode);
  const int end = std::min(threat.budget(), leaper.edits() + kMostLeapEdits);
  if (end - leaper.edits() < 2) return std::nullopt;
  for (const Edit& edit : recipe.kept)
    if (leaper.edits() < end && sampler.allows(edit, base)) leaper.make(edit);
  constexpr int kFutile = 32;  // largest number of draws in a row that do not increase the number of edits
  for (int futile = 0; futile < kFutile && leaper.edits() < end;) {
    std::optional<Edit> edit;
    if (!recipe.pool.empty() && rng.uniform() >= recipe.random_share) {
      const Edit& chosen = recipe.pool[rng.index(static_cast<int>(recipe.pool.size()))];
      if (sampler.allows(chosen, base)) edit = chosen;
    }
    if (!edit) edit = sampler.draw(base, rng);
    if (!edit) break;
    futile = leaper.make(*edit) ? 0 : futile + 1;
  }
  Leap leap = leaper.finish();
  return leap.edit.changes.empty() ? std::nullopt : std::optional(std::move(leap));
}

}  // namespace bora::attacks
