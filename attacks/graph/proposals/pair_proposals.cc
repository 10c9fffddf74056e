// Proposals of modes flip, add, remove and reweight, which change a single pair.
#include <algorithm>

#include "attacks/graph/editable_pairs.h"
#include "attacks/graph/proposals/edit_proposals.h"

namespace bora::attacks {
namespace {

// Proposals that remove an edge or add one; an edge of the original gets its original weight back.
class Toggles : public EditProposals {
 public:
  explicit Toggles(const GraphAttackProblem& problem) : threat_(problem.threat) {
    const EditMode mode = threat_->rules().mode;
    if (mode != EditMode::remove)
      pairs_.emplace(threat_,
                     mode == EditMode::add ? EditablePairs::Edges::without : EditablePairs::Edges::with);
  }

  std::optional<Edit> propose(const EditableGraph& base, bool spent, Rng& rng) const override {
    return toggled(spent ? draw_changed_pair(base, rng) : draw_pair(rng), base, rng);
  }

  std::optional<Edit> vary(const Edit& edit, const EditableGraph& base, Rng& rng) const override {
    const auto [u, v] = edit.changes.front().pair;
    const int kept = rng.index(2) == 0 ? u : v;
    std::optional<int> other;
    if (pairs_) {
      other = pairs_->draw_partner(kept, rng);
    } else if (const auto& around = base.neighbours(kept); !around.empty()) {
      other = around[rng.index(static_cast<int>(around.size()))].node;
    }
    if (!other) return std::nullopt;
    return toggled(pair_of(kept, *other), base, rng);
  }

  bool fits(const Edit& edit, const EditableGraph& base) const override {
    const auto& [pair, weight] = edit.changes.front();
    return base.has_edge(pair) == (weight == 0);
  }

 private:
  std::optional<NodePair> draw_pair(Rng& rng) const {
    if (pairs_) return pairs_->draw(rng);
    const auto& edges = threat_->original().edges;
    if (edges.empty()) return std::nullopt;
    return edges[rng.index(static_cast<int>(edges.size()))];
  }

  std::optional<Edit> toggled(std::optional<NodePair> pair, const EditableGraph& base, Rng& rng) const {
    if (!pair) return std::nullopt;
    float weight = 0;
    if (!base.has_edge(*pair)) {
      weight = base.original_weight(*pair);
      if (weight == 0) weight = draw_weight(threat_->original(), rng);
    }
    return Edit{{{*pair, weight}}, {}};
  }

  std::shared_ptr<const GraphThreat> threat_;
  std::optional<EditablePairs> pairs_;  // pairs to toggle; nullopt: the original's edges
};

// Proposals that change the weight of an edge.
class Reweightings : public EditProposals {
 public:
  explicit Reweightings(const GraphAttackProblem& problem)
      : threat_(problem.threat), weights_(threat_->original().weights) {
    std::ranges::sort(weights_);
    weights_.erase(std::unique(weights_.begin(), weights_.end()), weights_.end());
  }

  std::optional<Edit> propose(const EditableGraph& base, bool spent, Rng& rng) const override {
    return reweighted(spent ? draw_changed_pair(base, rng) : draw_edge(base, threat_->original(), rng), base,
                      rng);
  }

  // Either redraws the weight of the same edge, or draws that of another edge at one of its ends.
  std::optional<Edit> vary(const Edit& edit, const EditableGraph& base, Rng& rng) const override {
    const NodePair pair = edit.changes.front().pair;
    if (rng.index(2) == 0) return reweighted(pair, base, rng);
    const int kept = rng.index(2) == 0 ? pair.u : pair.v;
    const auto& around = base.neighbours(kept);
    if (around.empty()) return std::nullopt;
    return reweighted(pair_of(kept, around[rng.index(static_cast<int>(around.size()))].node), base, rng);
  }

  bool fits(const Edit& edit, const EditableGraph& base) const override {
    const auto& [pair, weight] = edit.changes.front();
    return base.has_edge(pair) && base.weight(pair) != weight;
  }

 private:
  // Returns the edit that gives an edge a random weight, uniform over the other weights of the original;
  // nullopt if there is no edge or no other weight.
  std::optional<Edit> reweighted(std::optional<NodePair> pair, const EditableGraph& base, Rng& rng) const {
    if (!pair || !base.has_edge(*pair) || weights_.size() < 2) return std::nullopt;
    const auto present = std::ranges::lower_bound(weights_, base.weight(*pair)) - weights_.begin();
    int drawn = rng.index(static_cast<int>(weights_.size()) - 1);
    if (drawn >= present) ++drawn;
    return Edit{{{*pair, weights_[drawn]}}, {}};
  }

  std::shared_ptr<const GraphThreat> threat_;
  std::vector<float> weights_;  // distinct weights of the original, ascending
};

}  // namespace

std::unique_ptr<EditProposals> make_pair_proposals(const GraphAttackProblem& problem) {
  if (problem.threat->rules().mode == EditMode::reweight) return std::make_unique<Reweightings>(problem);
  return std::make_unique<Toggles>(problem);
}

}  // namespace bora::attacks
