#include "models/victims/remote/process_graph_victim.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/error.h"
#include "common/text.h"
#include "models/victims/answer_format.h"
#include "models/victims/remote/process_protocol.h"

namespace bora::models {
namespace {

constexpr int kChunk = 16;  // graphs per request: the header line holds the sizes of all

template <typename Value>
void append(std::string& body, const std::vector<Value>& values) {
  static_assert(sizeof(Value) == 4);
  body.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Value));
}

ProcessRequest make_request(GraphBatch graphs, bool labels, int attributes) {
  const bool weights = std::ranges::any_of(graphs, [](const Graph* graph) { return graph->weighted(); });
  ProcessRequest request;
  std::vector<std::string> nodes, edges;
  for (const Graph* graph : graphs) {
    nodes.push_back(std::to_string(graph->nodes));
    edges.push_back(std::to_string(graph->edges.size()));
    std::vector<std::int32_t> ends;
    for (const NodePair& edge : graph->edges) ends.insert(ends.end(), {edge.u, edge.v});
    append(request.body, ends);
    if (weights)
      append(request.body,
             graph->weighted() ? graph->weights : std::vector<float>(graph->edges.size(), 1.0F));
    if (labels) append(request.body, graph->node_labels);
    if (attributes > 0) append(request.body, graph->attributes);
  }
  request.header = fmt::format(
      ", \"rows\": {}, \"nodes\": [{}], \"edges\": [{}], \"weights\": {}, \"labels\": {}, \"attributes\": "
      "{}, \"bytes\": {}",
      graphs.size(), fmt::join(nodes, ", "), fmt::join(edges, ", "), weights, labels, attributes,
      request.body.size());
  return request;
}

// Returns rings of 3, 5, 8 and 13 nodes, for probing a program when there are no real graphs.
std::vector<Graph> generated_graphs(int labels, int attributes) {
  std::vector<Graph> graphs;
  for (const int nodes : {3, 5, 8, 13}) {
    Graph graph;
    graph.nodes = nodes;
    for (int u = 0; u + 1 < nodes; ++u) graph.edges.push_back({u, u + 1});
    graph.edges.push_back({0, nodes - 1});
    std::ranges::sort(graph.edges);
    for (int u = 0; labels > 0 && u < nodes; ++u) graph.node_labels.push_back(u % labels);
    graph.attributes.assign(static_cast<std::size_t>(nodes) * attributes, 0.5F);
    graph.attribute_count = attributes;
    graphs.push_back(std::move(graph));
  }
  return graphs;
}

class ProcessGraphVictim final : public GraphVictim {
 public:
  explicit ProcessGraphVictim(const ProcessGraphOptions& options)
      : program_(options.address,
                 fmt::format("\"task\": \"graphs\", \"labels\": {}, \"attributes\": {}",
                             options.node_label_count, options.attribute_count),
                 options.endpoint, kChunk),
        format_(options.address, "graph", stated_answers(options, program_.greeting())) {
    spec_.name = options.address;
    spec_.node_label_count = options.node_label_count;
    spec_.attribute_count = options.attribute_count;
  }

  // Makes a victim that uses the same processes.
  explicit ProcessGraphVictim(const ProcessGraphVictim* other)
      : spec_(other->spec_), program_(&other->program_), format_(other->format_) {}

  const GraphVictimSpec& spec() const override { return spec_; }
  std::unique_ptr<GraphVictim> new_connection() override {
    return std::make_unique<ProcessGraphVictim>(this);
  }
  std::vector<int> passes() const override { return program_.passes(); }

  Scores scores(GraphBatch graphs) override {
    return format_.scores(std::ssize(graphs), [&] { return query(graphs); });
  }

  std::vector<int> labels(GraphBatch graphs) override {
    if (!spec_.labels_only) return GraphVictim::labels(graphs);
    return format_.labels(std::ssize(graphs), [&] { return query(graphs); });
  }

  // Determines the format of the answers by two queries with `probes`. Throws InputError if the program
  // cannot be a victim.
  void probe(GraphBatch probes) {
    const auto generated = generated_graphs(spec_.node_label_count, spec_.attribute_count);
    std::vector<const Graph*> tried(probes.begin(), probes.end());
    for (std::size_t i = 0; probes.empty() && i < generated.size(); ++i) tried.push_back(&generated[i]);
    const auto ask = [&] {
      try {
        return query(tried);
      } catch (const VictimError& error) {
        throw InputError("{}: {}", spec_.name, error.what());
      }
    };
    spec_.randomised = format_.probe(ask(), ask, false);
    format_.write_to(spec_);
  }

 private:
  static StatedAnswers stated_answers(const ProcessGraphOptions& options, const ProcessGreeting& said) {
    StatedAnswers answers{options.kind ? options.kind : said.kind,
                          options.classes ? options.classes : said.classes, said.labels_only, said.top > 0,
                          said.top};
    answers.may_be_one_column = false;
    return answers;
  }

  void check(GraphBatch graphs) const {
    if (graphs.empty()) throw InputError("{}: queried with no graphs", spec_.name);
    for (const Graph* graph : graphs) {
      const auto nodes = static_cast<std::size_t>(graph->nodes);
      if (graph->nodes < 1) throw InputError("{}: queried with a graph without nodes", spec_.name);
      if (spec_.node_label_count > 0 && graph->node_labels.size() != nodes)
        throw InputError("{}: queried with a graph without node labels", spec_.name);
      for (const int label : graph->node_labels)
        if (spec_.node_label_count > 0 && (label < 0 || label >= spec_.node_label_count))
          throw InputError("{}: queried with a graph with the node label {}, expected 0 to {}", spec_.name,
                           label, spec_.node_label_count - 1);
      if (spec_.attribute_count > 0 && graph->attribute_count != spec_.attribute_count)
        throw InputError("{}: queried with a graph with {} attributes a node, expected {}", spec_.name,
                         graph->attribute_count, spec_.attribute_count);
    }
  }

  Batch query(GraphBatch graphs) {
    check(graphs);
    return program_.put(std::ssize(graphs), [&](Eigen::Index begin, Eigen::Index count) {
      return make_request(graphs.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(count)),
                          spec_.node_label_count > 0, spec_.attribute_count);
    });
  }

  GraphVictimSpec spec_;
  ProcessConnections program_;
  AnswerFormat format_;
};

}  // namespace

std::unique_ptr<GraphVictim> load_process_graph(const ProcessGraphOptions& options, GraphBatch probes) {
  bora::models::check(options.endpoint);
  auto victim = std::make_unique<ProcessGraphVictim>(options);
  victim->probe(probes);
  return victim;
}

}  // namespace bora::models
