// Graph victims whose answers are known, for tests of everything that queries one.
#pragma once

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "models/graphs/graph_victim.h"
#include "support/layers.h"

namespace bora::testing {

/// Two classes; logits (0, bias + by_edge * weight of all edges + by_triangle * triangles + by_square * sum
/// of squared degrees + by_label * sum over edges of the labels of both ends), triangles and degrees weighted
/// as sums and products of edge weights. Its gradient w.r.t. edge weights is exact.
class PlantedGraphVictim : public GraphVictim {
 public:
  struct Planted {
    double bias = 0, by_edge = 0, by_triangle = 0, by_square = 0, by_label = 0;
  };
  explicit PlantedGraphVictim(Planted planted) : planted_(planted) {
    spec_.name = "planted";
    spec_.classes = 2;
  }
  const GraphVictimSpec& spec() const override { return spec_; }

  Scores scores(GraphBatch graphs) override {
    Scores scores;
    scores.values = Batch::Zero(static_cast<Eigen::Index>(graphs.size()), 2);
    for (std::size_t i = 0; i < graphs.size(); ++i) {
      ++queries;
      scores.values(static_cast<Eigen::Index>(i), 1) = static_cast<float>(logit(*graphs[i]));
    }
    return scores;
  }

  double logit(const Graph& graph) const {
    const auto around = neighbours(graph);
    double sum = planted_.bias;
    for (std::size_t i = 0; i < graph.edges.size(); ++i) {
      const auto [u, v] = graph.edges[i];
      const double weight = graph.weight(static_cast<int>(i));
      sum += weight * planted_.by_edge;
      if (!graph.node_labels.empty())
        sum += weight * planted_.by_label * (graph.node_labels[u] + graph.node_labels[v]);
      if (planted_.by_triangle != 0) sum += weight * planted_.by_triangle * common(around, u, v) / 3;
    }
    for (const auto& list : around) {
      double degree = 0;
      for (const auto& [node, weight] : list) degree += weight;
      sum += planted_.by_square * degree * degree;
    }
    return sum;
  }

  bool has_gradients() override { return true; }
  Eigen::RowVectorXf edge_gradients(const Graph& graph, std::span<const NodePair> pairs,
                                    const Eigen::RowVectorXf& cotangent) override {
    const auto around = neighbours(graph);
    std::vector<double> degree(graph.nodes, 0);
    for (int u = 0; u < graph.nodes; ++u)
      for (const auto& [node, weight] : around[u]) degree[u] += weight;
    Eigen::RowVectorXf gradient(static_cast<Eigen::Index>(pairs.size()));
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const auto [u, v] = pairs[i];
      if (u < 0 || u >= v || v >= graph.nodes) throw std::logic_error("a pair that the graph does not have");
      double of_pair = planted_.by_edge + 2 * planted_.by_square * (degree[u] + degree[v]);
      if (planted_.by_triangle != 0) of_pair += planted_.by_triangle * common(around, u, v);
      if (!graph.node_labels.empty())
        of_pair += planted_.by_label * (graph.node_labels[u] + graph.node_labels[v]);
      gradient[static_cast<Eigen::Index>(i)] = cotangent[1] * static_cast<float>(of_pair);
    }
    return gradient;
  }

  int queries = 0;

 private:
  using Neighbours = std::vector<std::vector<std::pair<int, double>>>;
  static Neighbours neighbours(const Graph& graph) {
    Neighbours around(graph.nodes);
    for (std::size_t i = 0; i < graph.edges.size(); ++i) {
      const auto [u, v] = graph.edges[i];
      around[u].push_back({v, graph.weight(static_cast<int>(i))});
      around[v].push_back({u, graph.weight(static_cast<int>(i))});
    }
    for (auto& list : around) std::ranges::sort(list);
    return around;
  }
  // Sum over common neighbours of the product of the two weights.
  static double common(const Neighbours& around, int u, int v) {
    double sum = 0;
    for (auto a = around[u].begin(), b = around[v].begin(); a != around[u].end() && b != around[v].end();) {
      if (a->first == b->first)
        sum += a++->second * b++->second;
      else
        a->first < b->first ? ++a : ++b;
    }
    return sum;
  }

  Planted planted_;
  GraphVictimSpec spec_;
};

}  // namespace bora::testing
