#include "report/views/html/graph_layout.h"

#include <algorithm>
#include <cmath>

#include "common/order.h"
#include "common/random.h"
#include "report/statistics/graph_changes.h"

namespace bora::report {
namespace {

constexpr std::uint64_t kSeed = 20210601;
constexpr int kRounds = 60;         // passes over all pairs of nodes
constexpr double kLastRate = 0.01;  // step size of the last pass

/// Component of the graph: its nodes, and the place of each in a box of width x height, in units of the
/// spacing.
struct Block {
  std::vector<int> nodes;
  std::vector<Place> places;
  double width = 0, height = 0;
};

/// Returns the edges that have an influence on the layout: those of the original and of injected nodes.
std::vector<NodePair> edges_laid_out(const Graph& original, const Graph& adversarial) {
  std::vector<NodePair> edges = original.edges;
  for (const NodePair& pair : adversarial.edges)
    if (pair.v >= original.nodes) edges.push_back(pair);
  return edges;
}

/// Returns, for each node, whether it is one of the `most` nodes nearest to an edit; of equally near nodes,
/// those with lower numbers are chosen.
std::vector<bool> near_edits(const std::vector<std::vector<int>>& neighbours, const GraphChanges& changes,
                             int most) {
  std::vector<int> ends;
  for (const auto& [u, v] : changes.edited()) {
    ends.push_back(u);
    ends.push_back(v);
  }
  const std::vector<int> steps = steps_from(neighbours, ends);
  // -1 (unreachable) comes last
  const std::vector<int> order = ascending_by(static_cast<int>(neighbours.size()),
                                              [&](int i) { return static_cast<unsigned>(steps[i]); });
  std::vector<bool> shown(neighbours.size(), false);
  for (int i = 0; i < std::min(most, static_cast<int>(order.size())); ++i) shown[order[i]] = true;
  return shown;
}

/// Places the nodes of a connected graph so that the distance of two nodes is about the number of steps
/// between them: minimises the stress of Kamada and Kawai, one pair at a time (Zheng, Pawar and Goodman,
/// 2019).
std::vector<Place> places_of(int nodes, const std::vector<NodePair>& edges) {
  struct Spring {
    int u, v;
    double length;
  };
  const auto neighbours = adjacency(nodes, edges);
  std::vector<Spring> springs;
  double longest = 1;
  for (int u = 0; u < nodes; ++u) {
    const std::vector<int> steps = steps_from(neighbours, {u});
    for (int v = 0; v < u; ++v) springs.push_back({u, v, static_cast<double>(steps[v])});
    longest = std::max(longest, static_cast<double>(*std::max_element(steps.begin(), steps.end())));
  }
  Rng rng(kSeed);
  std::vector<Place> places(nodes);
  for (Place& place : places) place = {rng.uniform(), rng.uniform()};
  for (int round = 0; round < kRounds; ++round) {
    const double rate =
        std::pow(longest, 2) * std::pow(kLastRate / std::pow(longest, 2), round / (kRounds - 1.0));
    rng.shuffle(springs);
    for (const auto& [u, v, length] : springs) {
      const double dx = places[u].x - places[v].x;
      const double dy = places[u].y - places[v].y;
      const double apart = std::max(std::hypot(dx, dy), 1e-9);
      const double share = std::min(1.0, rate / (length * length)) * (apart - length) / (2 * apart);
      places[u] = {places[u].x - share * dx, places[u].y - share * dy};
      places[v] = {places[v].x + share * dx, places[v].y + share * dy};
    }
  }
  return places;
}

/// Moves a component to the origin and scales it to about one node per unit of area.
void fit(Block& block) {
  Place low = block.places.front();
  Place high = low;
  for (const Place& place : block.places) {
    low = {std::min(low.x, place.x), std::min(low.y, place.y)};
    high = {std::max(high.x, place.x), std::max(high.y, place.y)};
  }
  const double extent = std::max(high.x - low.x, high.y - low.y);
  const double side = 1.3 * std::sqrt(static_cast<double>(block.nodes.size()));
  const double scale = extent > 0 ? std::max(1.0, side - 1) / extent : 1;
  for (Place& place : block.places) place = {scale * (place.x - low.x), scale * (place.y - low.y)};
  block.width = scale * (high.x - low.x) + 1;  // with a margin of half a unit
  block.height = scale * (high.y - low.y) + 1;
}

/// Lays out the components of the nodes shown; returns them by descending number of nodes.
std::vector<Block> blocks_of(const std::vector<NodePair>& edges, const std::vector<bool>& shown) {
  const int nodes = static_cast<int>(shown.size());
  std::vector<NodePair> inside;
  for (const NodePair& pair : edges)
    if (shown[pair.u] && shown[pair.v]) inside.push_back(pair);
  const std::vector<int> component = components(adjacency(nodes, inside));
  const int count = nodes == 0 ? 0 : *std::max_element(component.begin(), component.end()) + 1;
  std::vector<Block> blocks(count);
  std::vector<int> number(nodes);  // number of each node within its component
  for (int node = 0; node < nodes; ++node) {
    if (!shown[node]) continue;
    Block& block = blocks[component[node]];
    number[node] = static_cast<int>(block.nodes.size());
    block.nodes.push_back(node);
  }
  std::vector<std::vector<NodePair>> own_edges(count);
  for (const auto& [u, v] : inside) own_edges[component[u]].push_back(pair_of(number[u], number[v]));
  for (int c = 0; c < count; ++c) {
    if (blocks[c].nodes.empty()) continue;
    blocks[c].places = places_of(static_cast<int>(blocks[c].nodes.size()), own_edges[c]);
    fit(blocks[c]);
  }
  std::erase_if(blocks, [](const Block& block) { return block.nodes.empty(); });
  std::stable_sort(blocks.begin(), blocks.end(),
                   [](const Block& a, const Block& b) { return a.nodes.size() > b.nodes.size(); });
  return blocks;
}

}  // namespace

GraphLayout lay_out(const Graph& original, const Graph& adversarial, int most_nodes) {
  const GraphChanges changes = changes_between(original, adversarial);
  const std::vector<NodePair> edges = edges_laid_out(original, adversarial);
  GraphLayout layout;
  layout.places.resize(adversarial.nodes);
  layout.shown = adversarial.nodes > most_nodes
                     ? near_edits(adjacency(adversarial.nodes, edges), changes, most_nodes)
                     : std::vector<bool>(adversarial.nodes, true);
  layout.shown_nodes = static_cast<int>(std::count(layout.shown.begin(), layout.shown.end(), true));

  const std::vector<Block> blocks = blocks_of(edges, layout.shown);
  double area = 0;
  double row_end = 0;
  for (const Block& block : blocks) {
    area += block.width * block.height;
    row_end = std::max(row_end, block.width);
  }
  row_end = std::max(row_end, 1.1 * std::sqrt(area));

  // Arranges the components in rows from left to right, the largest first.
  Place corner;
  double row_height = 0;
  double width = 0;
  for (const Block& block : blocks) {
    if (corner.x > 0 && corner.x + block.width > row_end) {
      corner = {0, corner.y + row_height};
      row_height = 0;
    }
    for (std::size_t i = 0; i < block.nodes.size(); ++i)
      layout.places[block.nodes[i]] = {corner.x + block.places[i].x + 0.5,
                                       corner.y + block.places[i].y + 0.5};
    corner.x += block.width;
    row_height = std::max(row_height, block.height);
    width = std::max(width, corner.x);
  }
  const double height = corner.y + row_height;
  const double longest = std::max({width, height, 1e-9});
  for (Place& place : layout.places) place = {place.x / longest, place.y / longest};
  layout.width = width / longest;
  layout.height = height / longest;
  layout.spacing = 1 / longest;
  return layout;
}

}  // namespace bora::report
