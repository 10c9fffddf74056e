// Victims of graphs whose answers are known, for tests of everything that queries one.
#pragma once

#include <functional>
#include <stdexcept>

#include "common/error.h"
#include "common/random.h"
#include "models/graphs/graph_victim.h"
#include "support/layers.h"

namespace bora::testing {

/// logits = sum over edges of their weight times a seeded Gaussian coefficient of the pair and the class: the
/// gradient w.r.t. every edge is known.
class EdgeVictim : public GraphVictim {
 public:
  EdgeVictim(int classes, std::uint64_t seed, double scale = 0.5) : seed_(seed), scale_(scale) {
    spec_ = {"edges", classes, ScoreKind::logits, 0, 0};
  }
  const GraphVictimSpec& spec() const override { return spec_; }
  float coefficient(NodePair pair, int c) const {
    Rng rng(mix_seed(seed_, static_cast<std::uint64_t>((c * 1000 + pair.u) * 1000 + pair.v)));
    return static_cast<float>(scale_ * rng.normal());
  }
  Scores scores(GraphBatch graphs) override {
    ++calls;
    rows += static_cast<int>(graphs.size());
    Scores out;
    out.values.setZero(static_cast<Eigen::Index>(graphs.size()), spec_.classes);
    for (std::size_t i = 0; i < graphs.size(); ++i)
      for (std::size_t e = 0; e < graphs[i]->edges.size(); ++e)
        for (int c = 0; c < spec_.classes; ++c)
          out.values(static_cast<Eigen::Index>(i), c) +=
              graphs[i]->weight(static_cast<int>(e)) * coefficient(graphs[i]->edges[e], c);
    return out;
  }
  bool has_gradients() override { return true; }
  Eigen::RowVectorXf edge_gradients(const Graph&, std::span<const NodePair> pairs,
                                    const Eigen::RowVectorXf& cotangent) override {
    Eigen::RowVectorXf gradient = Eigen::RowVectorXf::Zero(static_cast<Eigen::Index>(pairs.size()));
    for (std::size_t i = 0; i < pairs.size(); ++i)
      for (int c = 0; c < spec_.classes; ++c)
        gradient[static_cast<Eigen::Index>(i)] += cotangent[c] * coefficient(pairs[i], c);
    return gradient;
  }
  int calls = 0;
  int rows = 0;

 protected:
  GraphVictimSpec spec_;

 private:
  std::uint64_t seed_;
  double scale_;
};

/// Fails when `fails(graph)` says so; the whole batch fails with it, as with a real victim.
class FailingGraphVictim : public EdgeVictim {
 public:
  using EdgeVictim::EdgeVictim;
  std::function<bool(const Graph&)> fails = [](const Graph&) { return false; };

  Scores scores(GraphBatch graphs) override {
    for (const Graph* graph : graphs)
      if (fails(*graph)) throw VictimError("scores are not finite");
    return EdgeVictim::scores(graphs);
  }
};

/// Tells labels and nothing else: whoever asks for scores has broken the threat model.
class LabelGraphVictim : public EdgeVictim {
 public:
  using EdgeVictim::EdgeVictim;
  bool has_gradients() override { return false; }
  Scores scores(GraphBatch) override { throw std::logic_error("scores were asked for"); }
  std::vector<int> labels(GraphBatch graphs) override {
    const Scores scores = EdgeVictim::scores(graphs);
    std::vector<int> predicted;
    for (int i = 0; i < scores.values.rows(); ++i) predicted.push_back(predicted_class(scores, i));
    return predicted;
  }
};

/// A graph whose every pair of nodes is an edge with the given probability.
inline Graph random_graph(int nodes, double density, Rng& rng) {
  Graph graph;
  graph.nodes = nodes;
  for (int u = 0; u < nodes; ++u)
    for (int v = u + 1; v < nodes; ++v)
      if (rng.uniform() < density) graph.edges.push_back({u, v});
  return graph;
}

/// Random graphs of 6 to 12 nodes, labelled with what `victim` says, so that all are classified correctly.
inline GraphDataset labelled_graphs(GraphVictim& victim, int n, std::uint64_t seed) {
  GraphDataset data;
  data.classes = victim.spec().classes;
  data.source = "generated";
  Rng rng(seed);
  for (int i = 0; i < n; ++i) {
    data.graphs.push_back(random_graph(6 + rng.index(7), 0.4, rng));
    data.records.push_back(i);
  }
  std::vector<const Graph*> batch;
  for (const Graph& graph : data.graphs) batch.push_back(&graph);
  data.labels = victim.labels(batch);
  return data;
}

}  // namespace bora::testing
