#include "attacks/threat/graph_difference.h"

#include <algorithm>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/push_relabel_max_flow.hpp>
#include <boost/pending/disjoint_sets.hpp>

namespace bora::attacks {

std::vector<EdgeDifference> edge_differences(const Graph& before, const Graph& after) {
  std::vector<EdgeDifference> differences;
  const int old_edges = static_cast<int>(before.edges.size());
  const int new_edges = static_cast<int>(after.edges.size());
  for (int i = 0, j = 0; i < old_edges || j < new_edges;) {
    if (j == new_edges || (i < old_edges && before.edges[i] < after.edges[j])) {
      differences.push_back({before.edges[i], before.weight(i), 0});
      ++i;
    } else if (i == old_edges || after.edges[j] < before.edges[i]) {
      differences.push_back({after.edges[j], 0, after.weight(j)});
      ++j;
    } else {
      if (before.weight(i) != after.weight(j))
        differences.push_back({before.edges[i], before.weight(i), after.weight(j)});
      ++i;
      ++j;
    }
  }
  return differences;
}

int connected_components(const Graph& graph) {
  boost::disjoint_sets_with_storage<> sets(graph.nodes);
  int components = graph.nodes;
  for (const auto& [u, v] : graph.edges) {
    const auto at_u = sets.find_set(u);
    const auto at_v = sets.find_set(v);
    if (at_u == at_v) continue;
    sets.link(at_u, at_v);
    --components;
  }
  return components;
}

namespace {

using Traits = boost::adjacency_list_traits<boost::vecS, boost::vecS, boost::directedS>;
using EdgeProperties =
    boost::property<boost::edge_capacity_t, int,
                    boost::property<boost::edge_residual_capacity_t, int,
                                    boost::property<boost::edge_reverse_t, Traits::edge_descriptor>>>;
using FlowNetwork =
    boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, boost::no_property, EdgeProperties>;

void add_arc(FlowNetwork& network, int from, int to) {
  const auto arc = boost::add_edge(from, to, network).first;
  const auto back = boost::add_edge(to, from, network).first;
  boost::put(boost::edge_capacity, network, arc, 1);
  boost::put(boost::edge_capacity, network, back, 0);
  boost::put(boost::edge_reverse, network, arc, back);
  boost::put(boost::edge_reverse, network, back, arc);
}

bool share_a_node(NodePair a, NodePair b) {
  return a.u == b.u || a.u == b.v || a.v == b.u || a.v == b.v;
}

}  // namespace

bool are_rewirings(std::span<const NodePair> removed, std::span<const NodePair> added) {
  if (removed.size() != added.size()) return false;
  if (removed.empty()) return true;
  if (removed.size() == 1) return share_a_node(removed.front(), added.front());

  std::vector<int> nodes;
  for (const auto& edges : {removed, added})
    for (const auto& [u, v] : edges) nodes.insert(nodes.end(), {u, v});
  std::ranges::sort(nodes);
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  const auto place = [&](int node) {
    return static_cast<int>(std::ranges::lower_bound(nodes, node) - nodes.begin());
  };

  const int count = static_cast<int>(removed.size());
  const int first_removed = static_cast<int>(nodes.size());
  const int first_added = first_removed + count;
  const int source = first_added + count;
  const int sink = source + 1;
  FlowNetwork network(sink + 1);
  for (int i = 0; i < count; ++i) {
    add_arc(network, source, first_removed + i);
    add_arc(network, first_removed + i, place(removed[i].u));
    add_arc(network, first_removed + i, place(removed[i].v));
    add_arc(network, place(added[i].u), first_added + i);
    add_arc(network, place(added[i].v), first_added + i);
    add_arc(network, first_added + i, sink);
  }
  return boost::push_relabel_max_flow(network, source, sink) == count;
}

std::optional<NodePair> first_without_partner(std::vector<EdgeDifference> differences) {
  const auto weight = [](const EdgeDifference& difference) {
    return difference.added() ? difference.after : difference.before;
  };
  std::ranges::stable_sort(differences, {}, weight);
  for (std::size_t begin = 0, end = 0; begin < differences.size(); begin = end) {
    std::vector<NodePair> removed, added;
    for (; end < differences.size() && weight(differences[end]) == weight(differences[begin]); ++end)
      (differences[end].added() ? added : removed).push_back(differences[end].pair);
    if (!are_rewirings(removed, added)) return differences[begin].pair;
  }
  return std::nullopt;
}

}  // namespace bora::attacks
