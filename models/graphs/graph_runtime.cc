#include "models/graphs/graph_runtime.h"

#include <algorithm>

#include <torch/csrc/autograd/autograd.h>

#include "common/error.h"
#include "common/text.h"
#include "models/victims/answer_format.h"
#include "models/victims/torch/torch_runtime.h"

namespace bora::models {
namespace {

// Bounds of a chunk. A forward pass stores a few rows per directed edge and node in each layer. With these
// bounds it needs some tens of megabytes, and small graphs still give enough chunks for all threads.
constexpr int kMostGraphs = 16;
constexpr std::int64_t kMostEdges = 20'000;
constexpr std::int64_t kMostValues = 4'000'000;

// Most pairs whose gradients are computed in one pass.
constexpr std::size_t kMostPairs = 50'000;

// Returns the end of each chunk, an index of `graphs`. A graph above the bounds is a chunk of its own.
std::vector<int> chunk_ends(GraphBatch graphs, int width) {
  std::vector<int> ends;
  int begin = 0;
  std::int64_t edges = 0;
  std::int64_t values = 0;
  for (int i = 0; i < static_cast<int>(graphs.size()); ++i) {
    const auto own_edges = static_cast<std::int64_t>(graphs[i]->edges.size());
    const std::int64_t own_values = static_cast<std::int64_t>(graphs[i]->nodes) * width;
    if (i > begin &&
        (i - begin == kMostGraphs || edges + own_edges > kMostEdges || values + own_values > kMostValues)) {
      ends.push_back(i);
      begin = i;
      edges = values = 0;
    }
    edges += own_edges;
    values += own_values;
  }
  ends.push_back(static_cast<int>(graphs.size()));
  return ends;
}

void check_rows(const torch::Tensor& output, std::int64_t graphs) {
  if (output.dim() != 2 || output.size(0) != graphs || output.size(1) < 1)
    throw VictimError(fmt::format("the output for {} is {}, expected {} x classes", count_of(graphs, "graph"),
                                  shape_of(output), graphs));
}

}  // namespace

GraphTensors to_tensors(GraphBatch graphs, const NodeFeatures& features, const std::string& where) {
  std::int64_t nodes = 0;
  std::int64_t edges = 0;
  for (const Graph* graph : graphs) {
    nodes += graph->nodes;
    edges += static_cast<std::int64_t>(graph->edges.size());
  }
  GraphTensors tensors{.x = torch::empty({nodes, features.width()}),
                       .edge_index = torch::empty({2, 2 * edges}, torch::kInt64),
                       .batch = torch::empty({nodes}, torch::kInt64),
                       .edge_weight = torch::empty({2 * edges})};
  std::int64_t* sources = tensors.edge_index.data_ptr<std::int64_t>();
  std::int64_t* targets = sources + 2 * edges;
  float* weights = tensors.edge_weight.data_ptr<float>();
  std::int64_t node = 0;
  std::int64_t edge = 0;
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    const Graph& graph = *graphs[i];
    features.write(graph, tensors.x.data_ptr<float>() + node * features.width(), where);
    std::fill_n(tensors.batch.data_ptr<std::int64_t>() + node, graph.nodes, static_cast<std::int64_t>(i));
    for (std::size_t e = 0; e < graph.edges.size(); ++e, ++edge) {
      sources[edge] = targets[edges + edge] = node + graph.edges[e].u;
      targets[edge] = sources[edges + edge] = node + graph.edges[e].v;
      weights[edge] = weights[edges + edge] = graph.weight(static_cast<int>(e));
    }
    node += graph.nodes;
  }
  return tensors;
}

torch::Tensor GraphModel::forward(const GraphTensors& graphs) const {
  std::vector<torch::IValue> inputs = {graphs.x, graphs.edge_index, graphs.batch};
  if (takes_weights) inputs.emplace_back(graphs.edge_weight);
  return without_unit_sides(first_tensor(module.get_method("forward")(std::move(inputs))));
}

Batch forward_graphs(const GraphModel& model, GraphBatch graphs, ThreadPool* pool) {
  const auto ends = chunk_ends(graphs, model.features.width());
  const int chunks = static_cast<int>(ends.size());
  std::vector<torch::Tensor> outputs(chunks);
  const auto run = [&](int i) {
    const InferenceScope scope;
    const int begin = i == 0 ? 0 : ends[i - 1];
    guarded([&] {
      const auto chunk = graphs.subspan(begin, ends[i] - begin);
      outputs[i] = model.forward(to_tensors(chunk, model.features, model.name))
                       .to(torch::kCPU, torch::kFloat32)
                       .contiguous();
      check_rows(outputs[i], static_cast<std::int64_t>(chunk.size()));
    });
  };
  run_each(pool, chunks, run);

  Batch scores(static_cast<Eigen::Index>(graphs.size()), outputs[0].size(1));
  float* row = scores.data();
  for (const auto& output : outputs) {
    if (output.size(1) != scores.cols())
      throw VictimError(fmt::format("the output has {} for some graphs and {} for others",
                                    count_of(scores.cols(), "column"), output.size(1)));
    row = std::copy_n(output.data_ptr<float>(), output.numel(), row);
  }
  return scores;
}

Eigen::RowVectorXf backward_graph(const GraphModel& model, const Graph& graph,
                                  std::span<const NodePair> pairs, const Eigen::RowVectorXf& cotangent) {
  for (const NodePair pair : pairs)
    if (pair.u < 0 || pair.u >= pair.v || pair.v >= graph.nodes)
      throw InputError("{}: queried with the pair ({}, {}) of a graph of {} nodes", model.name, pair.u,
                       pair.v, graph.nodes);
  const GradientScope scope;
  const Graph* const one = &graph;
  const auto present = to_tensors({&one, 1}, model.features, model.name);
  const auto edges = static_cast<std::int64_t>(graph.edges.size());
  const torch::Tensor ends = present.edge_index.slice(1, 0, edges);  // from the lower node to the upper
  const torch::Tensor weights = present.edge_weight.slice(0, 0, edges);
  Eigen::RowVectorXf gradients(static_cast<Eigen::Index>(pairs.size()));
  for (std::size_t begin = 0; begin < pairs.size(); begin += kMostPairs) {
    const auto chunk = pairs.subspan(begin, std::min(kMostPairs, pairs.size() - begin));
    // Absent edges are appended with weight 0. They do not change the scores, so the result does not depend
    // on the division into chunks.
    std::vector<std::int64_t> place;
    std::vector<std::int64_t> absent;
    for (const NodePair pair : chunk) {
      const int edge = graph.find(pair);
      place.push_back(edge >= 0 ? edge : edges + static_cast<std::int64_t>(absent.size() / 2));
      if (edge < 0) absent.insert(absent.end(), {pair.u, pair.v});
    }
    const auto count = static_cast<std::int64_t>(absent.size() / 2);
    const auto added = torch::from_blob(absent.data(), {count, 2}, torch::kInt64).t();
    const auto lower_to_upper = torch::cat({ends, added}, 1);
    const auto leaf = torch::cat({weights, torch::zeros({count})}).requires_grad_(true);
    const auto gradient = guarded([&] {
      const auto output =
          model.forward({.x = present.x,
                         .edge_index = torch::cat({lower_to_upper, lower_to_upper.flip(0)}, 1),
                         .batch = present.batch,
                         .edge_weight = torch::cat({leaf, leaf})});
      check_rows(output, 1);
      if (output.size(1) != cotangent.size())
        throw VictimError(
            fmt::format("the output for a graph is {}, expected 1x{}", shape_of(output), cotangent.size()));
      const auto direction =
          torch::from_blob(const_cast<float*>(cotangent.data()), {1, cotangent.size()}, torch::kFloat32)
              .to(output.options());
      auto result = torch::autograd::grad({output}, {leaf}, {direction}, /*retain_graph=*/false,
                                          /*create_graph=*/false, /*allow_unused=*/true)
                        .front();
      if (!result.defined()) throw VictimError("the output does not depend on the weights of the edges");
      return result.contiguous();
    });
    for (std::size_t i = 0; i < chunk.size(); ++i)
      gradients(static_cast<Eigen::Index>(begin + i)) = gradient.data_ptr<float>()[place[i]];
  }
  if (!gradients.allFinite())
    throw VictimError(fmt::format("{}: gave a gradient that is not finite", model.name));
  return gradients;
}

void check_graphs(GraphBatch graphs, const GraphVictimSpec& spec) {
  if (graphs.empty()) throw InputError("{}: queried with no graphs", spec.name);
  for (const Graph* graph : graphs)
    if (graph->nodes < 1) throw InputError("{}: queried with a graph without nodes", spec.name);
}

void check_scores(const Scores& scores, const GraphVictimSpec& spec) {
  if (scores.values.cols() != spec.classes)
    throw VictimError(fmt::format("{}: gave {} scores a graph, expected {}", spec.name, scores.values.cols(),
                                  spec.classes));
  check_finite(scores.values, spec.name);
  check_probabilities(scores.values, scores.kind, spec.name);
}

}  // namespace bora::models
