#include "attacks/graph/methods/gradient.h"

#include <algorithm>

#include "attacks/graph/editable_pairs.h"

namespace bora::attacks {
namespace {

// Returns whether an edit of this mode adds or removes the edge of one pair.
bool is_toggle(EditMode mode) {
  return mode == EditMode::flip || mode == EditMode::add || mode == EditMode::remove;
}

void sort_unique(std::vector<NodePair>& pairs) {
  std::ranges::sort(pairs);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
}

}  // namespace

void GradientEditsOptions::read(AttackSettings& settings) {
  settings.read("loss", loss, {"label-gap", "margin", "cross-entropy", "log-odds"}, "loss that is maximised");
  settings.read("pairs", pairs, 1, 100000000, "largest number of pairs of nodes tried for one edit");
  settings.read("samples", samples, 1, 10000000,
                "number of random edits tried, in modes other than flip, add, remove");
}

GradientEdits::GradientEdits(GraphAttackProblem problem, GradientEditsOptions options)
    : problem_(std::move(problem)),
      options_(std::move(options)),
      loss_(parse_loss(options_.loss)),
      sampler_(problem_),
      rng_(problem_.seed),
      graph_(problem_.original()) {
  collect_candidates();
  finished_ = pairs_.empty() && candidates_.empty();
}

// Returns the pairs that may be toggled in this edit mode and were not toggled before.
std::vector<NodePair> GradientEdits::toggles() {
  const GraphThreat& threat = *problem_.threat;
  const Graph& original = problem_.original();
  const EditMode mode = threat.rules().mode;
  std::vector<NodePair> pairs;
  if (mode != EditMode::add) pairs = original.edges;
  if (mode != EditMode::remove) {
    const auto nodes = static_cast<long long>(original.nodes);
    if (nodes * (nodes - 1) / 2 <= options_.pairs) {
      for (int u = 0; u < original.nodes; ++u) {
        const auto consider = [&](int v) {
          if (v > u && original.find({u, v}) < 0) pairs.push_back({u, v});
        };
        if (threat.rules().hops > 0) {
          for (const int v : threat.hop_ball(u)) consider(v);
        } else {
          for (int v = u + 1; v < original.nodes; ++v) consider(v);
        }
      }
    } else {
      const EditablePairs absent(problem_.threat, EditablePairs::Edges::without);
      for (int i = static_cast<int>(pairs.size()); i < options_.pairs; ++i)
        if (const auto pair = absent.draw(rng_)) pairs.push_back(*pair);
    }
  }
  std::erase_if(pairs, [&](NodePair pair) { return edited_.contains(pair); });
  sort_unique(pairs);
  return pairs;
}

// Sets candidates_ and pairs_ for the next edit.
void GradientEdits::collect_candidates() {
  candidates_.clear();
  pairs_.clear();
  if (is_toggle(problem_.threat->rules().mode)) {
    pairs_ = toggles();
    return;
  }
  for (int i = 0; i < options_.samples; ++i) {
    auto edit = sampler_.draw(graph_, rng_);
    if (!edit) break;
    const bool again = std::ranges::any_of(
        edit->changes, [&](const EdgeChange& change) { return edited_.contains(change.pair); });
    if (again) continue;
    if (!edit->node)
      for (const EdgeChange& change : edit->changes) pairs_.push_back(change.pair);
    candidates_.push_back(std::move(*edit));
  }
  sort_unique(pairs_);
}

// Returns the first-order increase of the loss by an edit; 0 if it injects a node. `gradient`: w.r.t. pairs_.
float GradientEdits::rise(const Edit& edit, const Eigen::RowVectorXf& gradient) const {
  if (edit.node) return 0;
  float sum = 0;
  for (const auto& [pair, weight] : edit.changes) {
    const auto place = std::ranges::lower_bound(pairs_, pair) - pairs_.begin();
    sum += gradient[place] * (weight - graph_.weight(pair));
  }
  return sum;
}

// Returns the edit that adds or removes the edge of a pair. An added edge gets the largest weight of the
// original, for which the first-order increase is largest.
Edit GradientEdits::toggle(NodePair pair) const {
  const std::vector<float>& weights = problem_.original().weights;
  const float heaviest = weights.empty() ? 1 : std::ranges::max(weights);
  return {{{pair, graph_.has_edge(pair) ? 0 : heaviest}}, {}};
}

// Returns the allowed edit with the largest positive increase; else one that injects a node; else nullopt.
std::optional<Edit> GradientEdits::best_edit(const Eigen::RowVectorXf& gradient) const {
  const bool toggling = is_toggle(problem_.threat->rules().mode);
  const auto candidate = [&](std::size_t i) { return toggling ? toggle(pairs_[i]) : candidates_[i]; };
  struct Promise {
    float rise;
    std::size_t place;
  };
  std::vector<Promise> promises;
  for (std::size_t i = 0; i < (toggling ? pairs_.size() : candidates_.size()); ++i)
    if (const float promised = rise(candidate(i), gradient); promised > 0) promises.push_back({promised, i});
  std::ranges::stable_sort(promises, std::greater{}, &Promise::rise);
  for (const Promise& promise : promises)
    if (Edit edit = candidate(promise.place); sampler_.allows(edit, graph_)) return edit;
  for (const Edit& edit : candidates_)
    if (edit.node) return edit;
  return std::nullopt;
}

std::optional<Graph> GradientEdits::ask() {
  if (finished_) return std::nullopt;
  return graph_.graph();
}

void GradientEdits::tell(const Graph& /*queried*/, const Observation& seen) {
  const GraphThreat& threat = *problem_.threat;
  std::optional<Edit> edit;
  const int made = edits_of_pairs(threat.rules().mode, static_cast<int>(graph_.changes().size()));
  if (made < threat.budget()) edit = best_edit(seen.gradient);
  finished_ = !edit;
  if (!edit) return;
  for (const EdgeChange& change : edit->changes) edited_.insert(change.pair);
  graph_.apply(*edit);
  collect_candidates();
}

}  // namespace bora::attacks
