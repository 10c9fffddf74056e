#include "nas/space/layered/layered_network.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "common/error.h"
#include "common/random.h"

namespace bora::nas {
namespace {

using Kind = Operation::Kind;

}  // namespace

bool has_units(Kind kind) {
  return kind == Kind::convolution || kind == Kind::residual || kind == Kind::dense ||
         kind == Kind::rectifier || kind == Kind::sigmoid;
}

bool is_spatial(Kind kind) {
  return kind == Kind::convolution || kind == Kind::residual || kind == Kind::pooling;
}

void LayeredGrammar::check() const {
  if (operations.size() < 3 || operations[0].kind != Kind::input || operations[1].kind != Kind::output)
    throw InputError("operations: expected the input, the output and at least one more");
  const auto range = [](const char* field, int least, int most) {
    if (least < 1 || most < least) throw InputError("{}: {} to {} is not a range from 1", field, least, most);
  };
  range("layers", least_layers, most_layers);
  range("units", least_units, most_units);
  range("sources", 1, most_sources);
  range("targets", 1, most_targets);
  range("edges", 1, most_edges);
  if (most_halvings < 0) throw InputError("most_halvings: {} is below 0", most_halvings);
  if (!(most_mass > 0)) throw InputError("most_mass: {} is not positive", most_mass);
}

std::optional<std::vector<int>> halvings(const LayeredNetwork& network, const LayeredGrammar& grammar) {
  const DagNeighbours around(network.graph);
  std::vector<int> level(at(network.nodes()));
  level.front() = grammar.images ? 0 : -1;
  for (int v = 1; v < network.nodes(); ++v) {
    const auto& before = around.before[at(v)];
    if (before.empty()) return std::nullopt;
    const int from = level[at(before.front())];
    for (const int u : before)
      if (level[at(u)] != from) return std::nullopt;
    const Operation& operation = grammar.operation(network, v);
    const bool spatial = is_spatial(operation.kind);
    if (spatial && from < 0) return std::nullopt;
    level[at(v)] = spatial ? from + (operation.stride > 1 ? 1 : 0) : -1;
  }
  return level;
}

std::vector<double> incoming_units(const LayeredNetwork& network, const LayeredGrammar& grammar) {
  const DagNeighbours around(network.graph);
  std::vector<double> in(at(network.nodes())), out(at(network.nodes()));
  out.front() = 1;
  for (int v = 1; v < network.nodes(); ++v) {
    for (const int u : around.before[at(v)]) in[at(v)] += out[at(u)];
    out[at(v)] = has_units(grammar.operation(network, v).kind) ? network.units[at(v)] : in[at(v)];
  }
  return in;
}

std::vector<double> layer_masses(const LayeredNetwork& network, const LayeredGrammar& grammar) {
  std::vector<double> mass = incoming_units(network, grammar);
  for (int v = 0; v < network.nodes(); ++v) {
    const Kind kind = grammar.operation(network, v).kind;
    if (has_units(kind)) {
      mass[at(v)] *= network.units[at(v)];
    } else if (kind != Kind::pooling) {
      mass[at(v)] = 0;
    }
  }
  return mass;
}

std::string fault_of(const LayeredNetwork& network, const LayeredGrammar& grammar) {
  const int last = network.nodes() - 1;
  const int layers = last - 1;
  if (layers < grammar.least_layers || layers > grammar.most_layers)
    return fmt::format("{} layers, expected {} to {}", layers, grammar.least_layers, grammar.most_layers);
  if (static_cast<int>(network.graph.edges.size()) > grammar.most_edges)
    return fmt::format("{} edges, at most {} are allowed", network.graph.edges.size(), grammar.most_edges);
  const DagNeighbours around(network.graph);
  for (int v = 0; v < last; ++v) {
    const Operation& operation = grammar.operation(network, v);
    const auto& before = around.before[at(v)];
    const auto& after = around.after[at(v)];
    const bool decides = operation.kind == Kind::decision;
    if (v > 0 && before.empty()) return fmt::format("nothing leads to layer {}", v);
    if (after.empty()) return fmt::format("layer {} leads nowhere", v);
    if (decides != (after == std::vector<int>{last}))
      return decides ? fmt::format("layer {} is a decision and leads to another layer", v)
                     : fmt::format("layer {} leads to the output and is not a decision", v);
    if (static_cast<int>(before.size()) > grammar.most_sources)
      return fmt::format("{} nodes lead to layer {}, at most {} may", before.size(), v, grammar.most_sources);
    if (static_cast<int>(after.size()) > grammar.most_targets)
      return fmt::format("layer {} leads to {} others, at most {} are allowed", v, after.size(),
                         grammar.most_targets);
    const int units = network.units[at(v)];
    if (has_units(operation.kind) && (units < grammar.least_units || units > grammar.most_units))
      return fmt::format("layer {} has {} units, expected {} to {}", v, units, grammar.least_units,
                         grammar.most_units);
  }
  if (grammar.images)
    for (const int first : around.after.front()) {
      const Kind kind = grammar.operation(network, first).kind;
      if (kind != Kind::convolution && kind != Kind::residual)
        return fmt::format("layer {} takes the image and is not a convolution", first);
    }
  const auto level = halvings(network, grammar);
  if (!level) return "a layer takes images of several sizes, or a convolution no image";
  if (const int most = *std::max_element(level->begin(), level->end()); most > grammar.most_halvings)
    return fmt::format("the image is halved {} times, at most {} are allowed", most, grammar.most_halvings);
  double mass = 0;
  for (const double one : layer_masses(network, grammar)) mass += one;
  if (mass > grammar.most_mass)
    return fmt::format("the layers' masses are {} in all, at most {} are allowed", mass, grammar.most_mass);
  return "";
}

LayeredDraft::LayeredDraft(const LayeredNetwork& network)
    : labels(network.graph.labels),
      units(network.units),
      edges(network.graph.edges),
      output(network.nodes() - 1) {}

int LayeredDraft::add(int label, int width) {
  labels.push_back(label);
  units.push_back(width);
  return static_cast<int>(labels.size()) - 1;
}

std::vector<int> LayeredDraft::sources(int node) const {
  std::vector<int> out;
  for (const auto& [from, to] : edges)
    if (to == node) out.push_back(from);
  return out;
}

std::vector<int> LayeredDraft::targets(int node) const {
  std::vector<int> out;
  for (const auto& [from, to] : edges)
    if (from == node) out.push_back(to);
  return out;
}

namespace {

using Neighbours = std::vector<std::vector<int>>;

// Returns hashed Weisfeiler-Lehman labels of the nodes after as many iterations as there are nodes. They do
// not depend on the numbering of the nodes.
std::vector<std::uint64_t> colours(const LayeredDraft& draft, const Neighbours& before,
                                   const Neighbours& after) {
  const std::size_t count = draft.labels.size();
  std::vector<std::uint64_t> now(count), next(count), around;
  for (std::size_t v = 0; v < count; ++v)
    now[v] =
        mix_seed(static_cast<std::uint64_t>(draft.labels[v]), static_cast<std::uint64_t>(draft.units[v]));
  for (std::size_t iteration = 0; iteration < count; ++iteration) {
    for (std::size_t v = 0; v < count; ++v) {
      next[v] = now[v];
      for (const Neighbours* side : {&before, &after}) {
        around.clear();
        for (const int u : (*side)[v]) around.push_back(now[at(u)]);
        std::sort(around.begin(), around.end());
        next[v] = mix_seed(next[v], static_cast<std::uint64_t>(around.size()));
        for (const std::uint64_t colour : around) next[v] = mix_seed(next[v], colour);
      }
    }
    now.swap(next);
  }
  return now;
}

}  // namespace

std::optional<LayeredNetwork> arranged(const LayeredDraft& draft) {
  // The next layer is the one with the smallest tuple of sources, label, units and colour among the layers
  // whose sources are all placed. Layers with equal tuples are usually symmetric: either may come first.
  const auto count = static_cast<int>(draft.labels.size());
  std::vector<int> place(at(count), -1), order{0};
  place[0] = 0;
  Neighbours sources(at(count)), targets(at(count));
  const std::set<std::pair<int, int>> once(draft.edges.begin(), draft.edges.end());
  for (const auto& [from, to] : once) {
    sources[at(to)].push_back(from);
    targets[at(from)].push_back(to);
  }
  const std::vector<std::uint64_t> colour = colours(draft, sources, targets);
  std::vector<int> waiting;
  for (int v = 1; v < count; ++v)
    if (v != draft.output) waiting.push_back(v);
  using Key = std::tuple<std::vector<int>, int, int, std::uint64_t, int>;
  while (!waiting.empty()) {
    std::optional<Key> best;
    for (const int v : waiting) {
      std::vector<int> places;
      for (const int u : sources[at(v)]) places.push_back(place[at(u)]);
      std::sort(places.begin(), places.end());
      if (!places.empty() && places.front() < 0) continue;
      const Key key{places, draft.labels[at(v)], draft.units[at(v)], colour[at(v)], v};
      if (!best || key < *best) best = key;
    }
    if (!best) return std::nullopt;
    const int next = std::get<4>(*best);
    place[at(next)] = static_cast<int>(order.size());
    order.push_back(next);
    std::erase(waiting, next);
  }
  place[at(draft.output)] = static_cast<int>(order.size());
  order.push_back(draft.output);
  LayeredNetwork network;
  for (const int v : order) {
    network.graph.labels.push_back(draft.labels[at(v)]);
    network.units.push_back(draft.units[at(v)]);
  }
  std::set<std::pair<int, int>> edges;
  for (const auto& [from, to] : draft.edges) {
    if (from == draft.output) return std::nullopt;
    edges.emplace(place[at(from)], place[at(to)]);
  }
  network.graph.edges.assign(edges.begin(), edges.end());
  return network;
}

}  // namespace bora::nas
