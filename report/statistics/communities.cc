#include "report/statistics/communities.h"

#include <cstdint>
#include <map>
#include <numeric>

#include "common/order.h"
#include "common/random.h"

namespace bora::report {
namespace {

/// Number of random orders in which nodes are visited; the partition with the largest modularity is kept.
constexpr int kOrders = 10;

/// Graph of one level of the aggregation: its nodes are the communities of the previous level.
struct Level {
  std::vector<std::map<int, std::int64_t>> edges;  ///< number of edges from each node to each other node
  std::vector<std::int64_t> degrees;               ///< degree of each node; edges within it count twice

  int nodes() const { return static_cast<int>(degrees.size()); }
};

Level first_level(const Graph& graph) {
  Level level{std::vector<std::map<int, std::int64_t>>(graph.nodes), {}};
  for (const auto& [u, v] : graph.edges) {
    level.edges[u][v] = 1;
    level.edges[v][u] = 1;
  }
  for (const auto& neighbours : level.edges)
    level.degrees.push_back(static_cast<std::int64_t>(neighbours.size()));
  return level;
}

/// Renumbers communities by their first nodes. Returns how many there are.
int renumber(std::vector<int>& communities) {
  std::map<int, int> numbers;
  for (int& community : communities)
    community = numbers.try_emplace(community, static_cast<int>(numbers.size())).first->second;
  return static_cast<int>(numbers.size());
}

/// Moves each node to the neighbouring community that raises modularity most, until no move does.
std::vector<int> move_nodes(const Level& level, Rng& rng) {
  std::vector<int> communities = consecutive(level.nodes());
  std::vector<std::int64_t> total = level.degrees;  // sum of degrees in each community
  const std::int64_t ends = std::accumulate(total.begin(), total.end(), std::int64_t{0});
  const std::vector<int> order = rng.permutation(level.nodes());
  bool moved = true;
  while (moved) {
    moved = false;
    for (const int node : order) {
      const int own = communities[node];
      total[own] -= level.degrees[node];
      std::map<int, std::int64_t> edges{{own, 0}};
      for (const auto& [neighbour, count] : level.edges[node]) edges[communities[neighbour]] += count;
      // Gain in modularity times ends^2 / 2. This is an integer, so the comparison is exact.
      const auto gain = [&](int community) {
        return edges[community] * ends - level.degrees[node] * total[community];
      };
      int best = own;
      for (const auto& [community, count] : edges)
        if (gain(community) > gain(best)) best = community;
      total[best] += level.degrees[node];
      communities[node] = best;
      moved = moved || best != own;
    }
  }
  return communities;
}

Level merge(const Level& level, const std::vector<int>& communities, int count) {
  Level out{std::vector<std::map<int, std::int64_t>>(count), std::vector<std::int64_t>(count, 0)};
  for (int node = 0; node < level.nodes(); ++node) {
    const int own = communities[node];
    out.degrees[own] += level.degrees[node];
    for (const auto& [neighbour, edges] : level.edges[node])
      if (communities[neighbour] != own) out.edges[own][communities[neighbour]] += edges;
  }
  return out;
}

std::vector<int> find_in_one_order(Level level, Rng& rng) {
  std::vector<int> communities = consecutive(level.nodes());
  while (true) {
    std::vector<int> moved = move_nodes(level, rng);
    const int count = renumber(moved);
    for (int& community : communities) community = moved[community];
    if (count == level.nodes()) break;
    level = merge(level, moved, count);
  }
  renumber(communities);
  return communities;
}

}  // namespace

std::vector<int> find_communities(const Graph& graph) {
  const Level level = first_level(graph);
  Rng rng(1);
  std::vector<int> best = find_in_one_order(level, rng);
  for (int i = 1; i < kOrders; ++i) {
    std::vector<int> other = find_in_one_order(level, rng);
    if (modularity(graph, other) > modularity(graph, best)) best = std::move(other);
  }
  return best;
}

double modularity(const Graph& graph, const std::vector<int>& communities) {
  if (graph.edges.empty()) return 0;
  std::map<int, double> total;
  double inside = 0;
  for (const auto& [u, v] : graph.edges) {
    total[communities[u]] += 1;
    total[communities[v]] += 1;
    inside += communities[u] == communities[v] ? 1 : 0;
  }
  const double edges = static_cast<double>(graph.edges.size());
  double expected = 0;
  for (const auto& [community, ends] : total) expected += (ends / (2 * edges)) * (ends / (2 * edges));
  return inside / edges - expected;
}

}  // namespace bora::report
