#include "data/graph_samples.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include "common/random.h"
#include "data/graphs/graph_generators.h"
#include "data/graphs/graph_json.h"
#include "data/samples.h"

namespace bora::testing {
namespace {

namespace fs = std::filesystem;

// Returns graphs with everything that a TU set can hold.
GraphDataset full_set() {
  GraphDataset set;
  Rng rng(11);
  set.class_names = {"-1", "1", "4"};
  set.classes = 3;
  set.node_label_count = 4;
  set.attribute_count = 2;
  for (int i = 0; i < 20; ++i) {
    Graph graph = erdos_renyi(1 + i % 7, 0.5, rng);
    for (int node = 0; node < graph.nodes; ++node) {
      graph.node_labels.push_back((i + node) % 4);
      graph.attributes.insert(graph.attributes.end(), {static_cast<float>(rng.normal()), 0.25f * node});
    }
    graph.attribute_count = 2;
    for (std::size_t edge = 0; edge < graph.edges.size(); ++edge) {
      graph.edge_labels.push_back(static_cast<int>(edge) % 2);
      graph.weights.push_back(0.5f + static_cast<float>(rng.uniform()));
    }
    set.graphs.push_back(std::move(graph));
    set.labels.push_back(i % 3);
    set.records.push_back(i);
  }
  return set;
}

// Returns graphs for which a TU set has only the mandatory files.
GraphDataset plain_set() {
  GraphDataset set = full_set();
  set.node_label_count = set.attribute_count = 0;
  for (Graph& graph : set.graphs) {
    graph.node_labels.clear();
    graph.edge_labels.clear();
    graph.weights.clear();
    graph.attributes.clear();
    graph.attribute_count = 0;
  }
  return set;
}

// Returns files in the collection's format: both directions of each edge, one after the other.
TextFiles tu_files(const GraphDataset& set) {
  TextFiles files;
  const auto line = [&](const std::string& part, const std::string& text) {
    files["DS_" + part + ".txt"] += text + "\n";
  };
  files["DS_A.txt"] = "";
  int first = 1;
  for (int i = 0; i < set.size(); ++i) {
    const Graph& graph = set.graphs[i];
    line("graph_labels", set.class_names[set.labels[i]]);
    for (int node = 0; node < graph.nodes; ++node) {
      line("graph_indicator", fmt::format("{}", i + 1));
      if (set.node_label_count > 0) line("node_labels", fmt::format("{}", 3 * graph.node_labels[node] + 1));
      if (set.attribute_count > 0)
        line("node_attributes", fmt::format("{}", fmt::join(graph.attributes_of(node), ", ")));
    }
    for (std::size_t edge = 0; edge < graph.edges.size(); ++edge)
      for (const bool back : {false, true}) {
        auto [u, v] = graph.edges[edge];
        if (back) std::swap(u, v);
        line("A", fmt::format("{}, {}", first + u, first + v));
        if (!graph.edge_labels.empty()) line("edge_labels", fmt::format("{}", graph.edge_labels[edge]));
        if (graph.weighted()) line("edge_attributes", fmt::format("{}", graph.weights[edge]));
      }
    first += graph.nodes;
  }
  return files;
}

// Returns the set as a reader of these files gives it.
GraphDataset as_read(GraphDataset set) {
  if (set.node_label_count > 0) set.notes = {"node labels are renumbered without gaps: 4 becomes 1"};
  return set;
}

GraphSample folder_sample(const std::string& name, const GraphDataset& set) {
  return {name,
          [files = tu_files(set)](const fs::path& directory) {
            write_files(directory, files);
            return directory.string();
          },
          as_read(set)};
}

GraphSample zip_sample(const std::string& name, const GraphDataset& set) {
  TextFiles files;
  for (const auto& [file, text] : tu_files(set)) files["DS/" + file] = text;
  return {name,
          [files](const fs::path& directory) {
            write_zip(directory / "DS.zip", files);
            return (directory / "DS.zip").string();
          },
          as_read(set)};
}

GraphSample list_of_graphs_sample() {
  GraphSample sample;
  sample.name = "json_list";
  sample.has_train = false;
  sample.all = full_set();
  sample.all.class_names.clear();
  sample.all.classes = 0;
  TextFiles files = {{"labels.csv", "file,label\n"}};
  for (int i = 0; i < sample.all.size(); ++i) {
    const std::string file = fmt::format("graph{}.json", (i * 7) % 20);
    sample.all.names.push_back(file);
    files["labels.csv"] += fmt::format("{},{}\n", file, sample.all.labels[i]);
    files[file] = to_json(sample.all.graphs[i]);
  }
  sample.write = [files](const fs::path& directory) {
    write_files(directory, files);
    return directory.string();
  };
  return sample;
}

GraphSample single_graph_sample() {
  GraphSample sample;
  sample.name = "json";
  sample.has_train = false;
  sample.all = full_set();
  const std::vector<int> rows = {5};
  sample.all = select(sample.all, rows);
  sample.all.labels = {-1};
  sample.all.records = {0};
  sample.all.class_names.clear();
  sample.all.classes = 0;
  sample.all.names = {"graph.json"};
  sample.write = [text = to_json(sample.all.graphs[0])](const fs::path& directory) {
    write_text(directory / "graph.json", text);
    return (directory / "graph.json").string();
  };
  return sample;
}

}  // namespace

void write_files(const fs::path& directory, const TextFiles& files) {
  for (const auto& [name, text] : files) write_text(directory / name, text);
}

const std::vector<GraphSample>& graph_samples() {
  static const std::vector<GraphSample> all = {
      folder_sample("tu_folder", full_set()),
      folder_sample("tu_folder_plain", plain_set()),
      zip_sample("tu_zip", full_set()),
      zip_sample("tu_zip_plain", plain_set()),
      list_of_graphs_sample(),
      single_graph_sample(),
  };
  return all;
}

}  // namespace bora::testing
