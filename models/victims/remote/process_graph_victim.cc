#include "models/victims/remote/process_graph_victim.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "common/error.h"
#include "common/text.h"
#include "models/victims/best_classes.h"
#include "models/victims/engine_victim.h"
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
                 options.endpoint, kChunk) {
    spec_.name = options.address;
    spec_.node_label_count = options.node_label_count;
    spec_.attribute_count = options.attribute_count;
  }

  // Makes a victim that uses the same processes.
  explicit ProcessGraphVictim(const ProcessGraphVictim* other)
      : spec_(other->spec_),
        labels_only_(other->labels_only_),
        best_only_(other->best_only_),
        percent_(other->percent_),
        program_(&other->program_) {}

  const GraphVictimSpec& spec() const override { return spec_; }
  std::unique_ptr<GraphVictim> new_connection() override {
    return std::make_unique<ProcessGraphVictim>(this);
  }
  std::vector<int> passes() const override { return program_.passes(); }

  Scores scores(GraphBatch graphs) override {
    if (labels_only_) throw VictimError(fmt::format("{}: gives labels and no scores", spec_.name));
    try {
      return scores_in(query(graphs));
    } catch (PartlyAnswered& partly) {
      partly.convert([&](const Batch& given) { return scores_in(given).values; });
      throw;
    }
  }

  std::vector<int> labels(GraphBatch graphs) override {
    if (!labels_only_) return GraphVictim::labels(graphs);
    const auto labels_of = [&](const Batch& given, std::size_t count) {
      return labels_in(given, static_cast<Eigen::Index>(count), spec_.classes, spec_.name);
    };
    try {
      return labels_of(query(graphs), graphs.size());
    } catch (PartlyAnswered& partly) {
      partly.convert([&](const Batch& given) {
        labels_of(given, partly.rows.size());
        return given;
      });
      throw;
    }
  }

  // Determines the classes and the kind of scores by two queries with `probes`. Throws InputError if the
  // program cannot be a victim.
  void probe(GraphBatch probes, const ProcessGraphOptions& options) {
    const auto generated = generated_graphs(spec_.node_label_count, spec_.attribute_count);
    std::vector<const Graph*> tried(probes.begin(), probes.end());
    for (std::size_t i = 0; probes.empty() && i < generated.size(); ++i) tried.push_back(&generated[i]);
    Batch first, second;
    const ProcessGreeting& said = program_.greeting();
    try {
      first = query(tried);
      second = query(tried);
    } catch (const VictimError& error) {
      throw InputError("{}: {}", spec_.name, error.what());
    }
    for (const Batch& answer : {first, second}) refuse_not_finite(answer, spec_.name, "graphs");
    spec_.randomised = !within_rounding(first, second);
    const std::optional<int> classes = options.classes ? options.classes : said.classes;
    labels_only_ = said.labels_only;
    if (labels_only_) {
      if (!classes || *classes < 2)
        throw InputError("{}: gives labels only, so that its number of classes must be stated (classes)",
                         spec_.name);
      spec_.classes = *classes;
      spec_.labels_only = true;
      try {
        labels(tried);
        // Exact, unlike for scores: numbers of classes may be so large that they differ within the tolerance.
        spec_.randomised = labels_in(first, first.rows(), spec_.classes, spec_.name) !=
                           labels_in(second, second.rows(), spec_.classes, spec_.name);
      } catch (const VictimError& error) {
        throw InputError("{}", error.what());
      }
      return;
    }
    if (said.top > 0) {
      check_best(spec_.name, classes, said.top);
      spec_.classes = *classes;
      spec_.top = said.top;
      best_only_ = true;
      try {
        const Batch scores = spread(first);
        set_meaning(meaning_of(scores, options.kind ? options.kind : said.kind, spec_.name));
        spec_.randomised = !within_rounding(at_most(scores), at_most(spread(second)));
      } catch (const VictimError& error) {
        throw InputError("{}", error.what());
      }
      check_second(second);
      if (top() == spec_.classes) spec_.top = 0;
      return;
    }
    spec_.classes = static_cast<int>(first.cols());
    if (spec_.classes < 2) throw InputError("{}: gives one score a graph, expected one a class", spec_.name);
    if (classes && *classes != spec_.classes)
      throw InputError("{}: states {} classes but gives {} scores", spec_.name, *classes, spec_.classes);
    set_meaning(meaning_of(first, options.kind ? options.kind : said.kind, spec_.name));
    check_second(second);
  }

 private:
  // Throws InputError if the second answer to the probes is invalid: it must not count as a sign that the
  // model is random.
  void check_second(const Batch& second) const {
    try {
      scores_in(second);
    } catch (const VictimError& error) {
      throw InputError("{}", error.what());
    }
  }

  void set_meaning(const ScoreMeaning& meaning) {
    spec_.kind = meaning.kind;
    percent_ = meaning.percent;
  }

  // Returns the scores in the program's answer.
  Scores scores_in(const Batch& given) const {
    Scores scores{best_only_ ? spread(given) : given, spec_.kind};
    if (scores.values.cols() != spec_.classes)
      throw VictimError(fmt::format("{}: gave {} scores a graph, expected {}", spec_.name,
                                    scores.values.cols(), spec_.classes));
    check_finite(scores.values, spec_.name, spec_.top > 0);
    if (percent_) scores.values.array() /= 100;
    check_probabilities(scores.values, scores.kind, spec_.name);
    return scores;
  }

  // Returns the number of best classes in an answer. A model that returns all classes has spec_.top 0.
  int top() const { return spec_.top > 0 ? spec_.top : spec_.classes; }
  Batch spread(const Batch& given) const { return spread_out(given, top(), spec_.classes, spec_.name); }

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
  bool labels_only_ = false, best_only_ = false, percent_ = false;
  ProcessConnections program_;
};

}  // namespace

std::unique_ptr<GraphVictim> load_process_graph(const ProcessGraphOptions& options, GraphBatch probes) {
  bora::models::check(options.endpoint);
  auto victim = std::make_unique<ProcessGraphVictim>(options);
  victim->probe(probes, options);
  return victim;
}

}  // namespace bora::models
