#include "nas/space/layered/modifiers.h"

#include <algorithm>
#include <cmath>

namespace bora::nas {
namespace {

using Kind = Operation::Kind;

// Probabilities as in the published code.
constexpr double kPathEnds = 0.2, kPoolingWedged = 0.05, kStrideWedged = 0.05;
constexpr double kStep = 0.125;  // fraction by which units change

class Modification {
 public:
  Modification(const LayeredNetwork& network, const LayeredGrammar& grammar, Rng& rng)
      : network_(network), grammar_(grammar), rng_(rng), draft_(network) {}

  // Applies a modifier. Returns whether something was changed.
  bool apply(NetworkModifier modifier) {
    switch (modifier) {
      case NetworkModifier::fewer_units:
        return change_units(1 - kStep, false);
      case NetworkModifier::fewer_units_of_all:
        return change_units(1 - kStep, true);
      case NetworkModifier::more_units:
        return change_units(1 + kStep, false);
      case NetworkModifier::more_units_of_all:
        return change_units(1 + kStep, true);
      case NetworkModifier::duplicate_path:
        return duplicate_path();
      case NetworkModifier::remove_layer:
        return remove_layer();
      case NetworkModifier::skip:
        return skip();
      case NetworkModifier::swap_operation:
        return swap_operation();
      case NetworkModifier::wedge_layer:
        return wedge_layer();
    }
    return false;
  }
  const LayeredDraft& draft() const { return draft_; }

 private:
  const Operation& operation(int node) const { return grammar_.operation(network_, node); }
  int last() const { return network_.nodes() - 1; }

  template <typename Condition>
  std::vector<int> nodes_where(Condition condition) const {
    std::vector<int> nodes;
    for (int v = 1; v < last(); ++v)
      if (condition(operation(v))) nodes.push_back(v);
    return nodes;
  }
  template <typename T>
  const T& one_of(const std::vector<T>& all) {
    return all[at(rng_.index(static_cast<int>(all.size())))];
  }

  bool change_units(double factor, bool several) {
    std::vector<int> wide = nodes_where([](const Operation& o) { return has_units(o.kind); });
    if (wide.empty()) return false;
    rng_.shuffle(wide);
    wide.resize(several ? 1 + at(rng_.index(static_cast<int>(wide.size()))) : 1);
    for (const int v : wide) {
      const int before = network_.units[at(v)];
      int units = static_cast<int>(std::lround(before * factor));
      if (units == before) units += factor > 1 ? 1 : -1;
      draft_.units[at(v)] = units;
    }
    return true;
  }

  bool duplicate_path() {
    const auto starts =
        nodes_where([](const Operation& o) { return o.kind != Kind::decision && o.kind != Kind::dense; });
    if (starts.empty()) return false;
    const DagNeighbours around(network_.graph);
    constexpr std::size_t kShortest = 3;
    std::vector<int> path{one_of(starts)};
    while (path.back() != last() && (path.size() < kShortest || rng_.uniform() >= kPathEnds))
      path.push_back(one_of(around.after[at(path.back())]));
    if (path.size() < kShortest) return false;
    int before = path.front();
    for (std::size_t i = 1; i + 1 < path.size(); ++i) {
      const int copy = draft_.add(network_.graph.labels[at(path[i])], network_.units[at(path[i])]);
      draft_.edges.emplace_back(before, copy);
      before = copy;
    }
    draft_.edges.emplace_back(before, path.back());
    return true;
  }

  bool remove_layer() {
    const auto nodes = nodes_where([](const Operation& o) { return o.kind != Kind::decision; });
    if (nodes.empty()) return false;
    const int gone = one_of(nodes);
    const auto sources = draft_.sources(gone), targets = draft_.targets(gone);
    std::erase_if(draft_.edges, [&](const auto& edge) { return edge.first == gone || edge.second == gone; });
    for (const int target : targets)
      if (draft_.sources(target).empty())
        for (const int source : sources) draft_.edges.emplace_back(source, target);
    for (const int source : sources)
      if (draft_.targets(source).empty())
        for (const int target : targets) draft_.edges.emplace_back(source, target);
    // The last node gets the number of the removed one.
    const int moved = static_cast<int>(draft_.labels.size()) - 1;
    draft_.labels[at(gone)] = draft_.labels[at(moved)];
    draft_.units[at(gone)] = draft_.units[at(moved)];
    draft_.labels.pop_back();
    draft_.units.pop_back();
    for (auto& [from, to] : draft_.edges) {
      if (from == moved) from = gone;
      if (to == moved) to = gone;
    }
    if (draft_.output == moved) draft_.output = gone;
    return true;
  }

  // Returns the label of mean pooling; -1 if the grammar has none.
  int mean_pooling() const {
    for (std::size_t i = 0; i < grammar_.operations.size(); ++i)
      if (grammar_.operations[i].name == "avg-pool") return static_cast<int>(i);
    return -1;
  }

  bool skip() {
    const auto level = halvings(network_, grammar_);
    if (!level || last() < 4) return false;
    const DagNeighbours around(network_.graph);
    const int from = 1 + rng_.index(last() - 2);
    const int to = from + 1 + rng_.index(last() - from - 1);
    const auto& before = around.before[at(to)];
    if (operation(from).kind == Kind::decision || std::ranges::find(before, from) != before.end())
      return false;
    const int side = (*level)[at(from)], wanted = (*level)[at(before.front())];
    if (side != wanted && (side < 0 || wanted < side || mean_pooling() < 0)) return false;
    int end = from;
    for (int halved = side; halved < wanted; ++halved) {
      const int pooling = draft_.add(mean_pooling(), 0);
      draft_.edges.emplace_back(end, pooling);
      end = pooling;
    }
    draft_.edges.emplace_back(end, to);
    return true;
  }

  static bool same_family(Kind a, Kind b) {
    const auto family = [](Kind kind) {
      switch (kind) {
        case Kind::convolution:
        case Kind::residual:
          return 1;
        case Kind::pooling:
          return 2;
        case Kind::rectifier:
        case Kind::sigmoid:
          return 3;
        default:
          return 0;
      }
    };
    return family(a) != 0 && family(a) == family(b);
  }

  bool swap_operation() {
    const auto nodes = nodes_where([](const Operation& o) { return same_family(o.kind, o.kind); });
    if (nodes.empty()) return false;
    const int node = one_of(nodes);
    std::vector<int> others;
    for (std::size_t i = 0; i < grammar_.operations.size(); ++i)
      if (same_family(grammar_.operations[i].kind, operation(node).kind) &&
          static_cast<int>(i) != network_.graph.labels[at(node)])
        others.push_back(static_cast<int>(i));
    if (others.empty()) return false;
    draft_.labels[at(node)] = one_of(others);
    return true;
  }

  bool wedge_layer() {
    const auto level = halvings(network_, grammar_);
    if (!level) return false;
    const auto& [from, to] = one_of(network_.graph.edges);
    if (to == last()) return false;
    const bool images = (*level)[at(from)] >= 0;
    const bool pooling = images && from != 0 && rng_.uniform() < kPoolingWedged;
    const bool halving = pooling || (images && rng_.uniform() < kStrideWedged);
    std::vector<int> labels;
    for (std::size_t i = 2; i < grammar_.operations.size(); ++i) {
      const Operation& o = grammar_.operations[i];
      if (o.kind == Kind::decision || is_spatial(o.kind) != images) continue;
      if ((o.kind == Kind::pooling) == pooling && (o.stride > 1) == halving)
        labels.push_back(static_cast<int>(i));
    }
    if (labels.empty()) return false;
    const int label = one_of(labels);
    std::erase(draft_.edges, std::pair{from, to});
    int width = std::max(network_.units[at(from)], network_.units[at(to)]);
    if (width <= 0) width = 2 * grammar_.least_units;
    const bool wide = has_units(grammar_.operations[at(label)].kind);
    const int node = draft_.add(label, wide ? width : 0);
    draft_.edges.emplace_back(from, node);
    draft_.edges.emplace_back(node, to);
    return true;
  }

  const LayeredNetwork& network_;
  const LayeredGrammar& grammar_;
  Rng& rng_;
  LayeredDraft draft_;
};

}  // namespace

std::optional<LayeredNetwork> modified(const LayeredNetwork& network, const LayeredGrammar& grammar,
                                       NetworkModifier modifier, Rng& rng) {
  Modification modification(network, grammar, rng);
  if (!modification.apply(modifier)) return std::nullopt;
  auto made = arranged(modification.draft());
  if (!made || *made == network || !fault_of(*made, grammar).empty()) return std::nullopt;
  return made;
}

}  // namespace bora::nas
