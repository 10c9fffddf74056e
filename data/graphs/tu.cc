#include "data/graphs/tu.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

#include <fmt/ranges.h>

#include "common/error.h"
#include "common/files/byte_order_mark.h"
#include "common/number.h"
#include "common/text.h"
#include "data/files/bundle.h"
#include "data/files/number_lines.h"

namespace bora::data {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEdgesFile = "_A.txt";

// Labels of a file, numbered in ascending order of those in the file.
struct Labels {
  std::vector<int> values;             // one per line
  std::vector<std::string> originals;  // texts in the file of labels 0, 1, ...
};

class TuReader {
 public:
  explicit TuReader(const fs::path& path) : path_(path), bundle_(open_bundle(path)), prefix_(find_set()) {}

  GraphDataset read() {
    read_graph_labels();
    read_indicator();
    read_edges();
    read_node_labels();
    read_node_attributes();
    dataset_.source = path_.string();
    return std::move(dataset_);
  }

 private:
  // Line of the edge file: its nodes, numbered over the whole set from 0, u <= v, its index, and whether it
  // lists v first.
  struct Row {
    int u, v;
    int row;
    bool reversed;
    NodePair pair() const { return {u, v}; }
  };

  // Returns the prefix of the bundle's only set: folder and name that its files' names begin with.
  std::string find_set() const {
    std::vector<std::string> sets;
    for (const std::string& name : bundle_->names())
      if (name.ends_with(kEdgesFile)) sets.push_back(name.substr(0, name.size() - kEdgesFile.size()));
    if (sets.empty())
      throw InputError("{}: holds no graph set: expected a file NAME_A.txt, as the TU collection has it",
                       path_.string());
    if (sets.size() > 1)
      throw InputError("{}: holds {} graph sets ({} and {}), expected one", path_.string(), sets.size(),
                       printable(sets[0]), printable(sets[1]));
    return sets[0];
  }

  std::string file(const std::string& part) const { return prefix_ + "_" + part + ".txt"; }

  bool has(const std::string& part) const { return std::ranges::binary_search(bundle_->names(), file(part)); }

  std::string text_of(const std::string& part) {
    if (!has(part))
      throw InputError("{}: is missing, expected beside {}", bundle_->where(file(part)),
                       printable(file("A")));
    return without_byte_order_mark(bundle_->read(file(part)));
  }

  // Throws InputError unless a file had `things` lines. what: what a line describes, for the message.
  void expect_lines(const std::string& part, int lines, std::size_t things, const char* what) const {
    if (static_cast<std::size_t>(lines) != things)
      throw InputError("{}: {}, expected {}, one for each {}", bundle_->where(file(part)),
                       count_of(lines, "line"), things, what);
  }

  Labels read_labels(const std::string& part) {
    const std::string text = text_of(part);
    NumberLines lines(text, bundle_->where(file(part)));
    std::map<std::vector<int>, int> label_of;
    std::vector<std::map<std::vector<int>, int>::iterator> found;
    std::vector<int> numbers;
    while (lines.next()) {
      numbers.clear();
      do numbers.push_back(lines.integer("an integer label"));
      while (!lines.at_line_end());
      if (!found.empty() && numbers.size() != found[0]->first.size())
        lines.fail("{}, expected {} as in line 1",
                   count_of(static_cast<std::int64_t>(numbers.size()), "number"), found[0]->first.size());
      found.push_back(label_of.try_emplace(numbers, 0).first);
    }
    Labels labels;
    for (auto& [original, label] : label_of) {
      label = static_cast<int>(labels.originals.size());
      labels.originals.push_back(fmt::format("{}", fmt::join(original, ",")));
    }
    labels.values.reserve(found.size());
    for (const auto& entry : found) labels.values.push_back(entry->second);
    return labels;
  }

  void read_graph_labels() {
    Labels labels = read_labels("graph_labels");
    const std::size_t n = labels.values.size();
    if (n == 0)
      throw InputError("{}: is empty, expected a label a graph", bundle_->where(file("graph_labels")));
    dataset_.labels = std::move(labels.values);
    dataset_.class_names = std::move(labels.originals);
    dataset_.classes = static_cast<int>(dataset_.class_names.size());
    dataset_.graphs.resize(n);
    for (std::size_t i = 0; i < n; ++i) dataset_.records.push_back(static_cast<int>(i));
  }

  void read_indicator() {
    const std::string text = text_of("graph_indicator");
    const std::string where = bundle_->where(file("graph_indicator"));
    const int graphs = dataset_.size();
    NumberLines lines(text, where);
    int last = 0;
    while (lines.next()) {
      const int graph = lines.integer("the number of a graph");
      lines.finish("one number a line");
      if (graph < 1 || graph > graphs) lines.fail("graph {}, expected 1 to {}", graph, graphs);
      if (graph < last) lines.fail("graph {} after graph {}, expected ascending numbers", graph, last);
      if (graph > last + 1)
        lines.fail("graph {} after graph {}, expected a node of graph {}", graph, last, last + 1);
      if (graph > last) first_node_.push_back(static_cast<int>(graph_of_.size()));
      graph_of_.push_back(graph - 1);
      ++dataset_.graphs[graph - 1].nodes;
      last = graph;
    }
    if (last != graphs)
      throw InputError("{}: ends with graph {}, expected {} as there are graph labels", where, last, graphs);
  }

  std::vector<Row> read_rows() {
    const std::string text = text_of("A");
    NumberLines lines(text, bundle_->where(file("A")));
    const int nodes = static_cast<int>(graph_of_.size());
    std::vector<Row> rows;
    while (lines.next()) {
      const int u = lines.integer("the number of a node");
      const int v = lines.integer("the number of a second node");
      lines.finish("two numbers a line");
      for (const int node : {u, v})
        if (node < 1 || node > nodes) lines.fail("node {}, expected 1 to {}", node, nodes);
      if (graph_of_[u - 1] != graph_of_[v - 1])
        lines.fail("edge {}-{} joins graphs {} and {}, expected nodes of one graph", u, v,
                   graph_of_[u - 1] + 1, graph_of_[v - 1] + 1);
      const NodePair pair = pair_of(u - 1, v - 1);
      rows.push_back({pair.u, pair.v, lines.line() - 1, u > v});
    }
    row_count_ = rows.size();
    return rows;
  }

  void read_edges() {
    std::vector<Row> rows = read_rows();
    const std::size_t loops = std::erase_if(rows, [](const Row& row) { return row.u == row.v; });
    if (loops > 0) note("{} loop{} dropped", loops, loops == 1 ? "" : "s");
    // Sorts by edge, then by the order in the file.
    std::ranges::sort(rows, {}, [](const Row& row) { return std::tuple(row.u, row.v, row.row); });

    note_directions(rows);
    const std::optional<Labels> labels = read_edge_labels();
    const std::vector<float> weights = read_edge_weights();
    std::size_t differing_labels = 0, differing_weights = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto [u, v, row, reversed] = rows[i];
      if (i > 0 && rows[i - 1].pair() == rows[i].pair()) {
        // Another row of the same edge, which keeps the values of its first row.
        const Graph& graph = dataset_.graphs[graph_of_[u]];
        differing_labels += labels && labels->values[row] != graph.edge_labels.back();
        differing_weights += !weights.empty() && weights[row] != graph.weights.back();
        continue;
      }
      Graph& graph = dataset_.graphs[graph_of_[u]];
      const int first = first_node_[graph_of_[u]];
      graph.edges.push_back({u - first, v - first});
      if (labels) graph.edge_labels.push_back(labels->values[row]);
      if (!weights.empty()) graph.weights.push_back(weights[row]);
    }
    if (differing_labels > 0)
      note("{} listed again with another label: the first one's is taken",
           count_of(differing_labels, "edge"));
    if (differing_weights > 0)
      note("{} listed again with another weight: the first one's is taken",
           count_of(differing_weights, "edge"));
  }

  // Notes the number of edges that only one direction is listed of: other readers, such as PyTorch
  // Geometric's, do not add the other one. Expects the rows of an edge one after the other.
  void note_directions(const std::vector<Row>& rows) {
    std::size_t one_way = 0;
    for (auto first = rows.begin(); first != rows.end();) {
      const auto end =
          std::find_if(first, rows.end(), [&](const Row& row) { return row.pair() != first->pair(); });
      one_way += std::all_of(first, end, [&](const Row& row) { return row.reversed == first->reversed; });
      first = end;
    }
    if (one_way > 0) note("{} listed in one direction only: taken in both", count_of(one_way, "edge"));
  }

  std::optional<Labels> read_edge_labels() {
    if (!has("edge_labels")) return std::nullopt;
    Labels labels = read_labels("edge_labels");
    expect_lines("edge_labels", static_cast<int>(labels.values.size()), row_count_, "line of the edge file");
    return labels;
  }

  // Reads a file with `rows` lines of the same number of values; sets `columns` to this number. row: what a
  // line describes, for messages.
  std::vector<float> read_table(const std::string& part, std::size_t rows, const char* row, int& columns) {
    const std::string text = text_of(part);
    NumberLines lines(text, bundle_->where(file(part)));
    std::vector<float> values;
    columns = 0;
    while (lines.next()) {
      int count = 0;
      for (; count == 0 || !lines.at_line_end(); ++count) values.push_back(lines.number("a finite number"));
      if (lines.line() == 1) columns = count;
      if (count != columns) lines.fail("{}, expected {} as in line 1", count_of(count, "number"), columns);
    }
    expect_lines(part, lines.line(), rows, row);
    return values;
  }

  // Returns the weights in the lines of the edge file; none if the set has no weights.
  std::vector<float> read_edge_weights() {
    if (!has("edge_attributes")) return {};
    int columns = 0;
    const std::vector<float> values =
        read_table("edge_attributes", row_count_, "line of the edge file", columns);
    if (columns == 1 && std::ranges::all_of(values, [](float value) { return value > 0; })) return values;
    if (columns > 1)
      note("edge attributes left out: {} an edge, and only one can be its weight", columns);
    else if (columns == 1)
      note("edge attributes left out: not all are positive, as weights are");
    return {};
  }

  void read_node_labels() {
    if (!has("node_labels")) return;
    const Labels labels = read_labels("node_labels");
    expect_lines("node_labels", static_cast<int>(labels.values.size()), graph_of_.size(), "node");
    dataset_.node_label_count = static_cast<int>(labels.originals.size());
    dataset_.literal_node_labels = true;
    for (std::size_t i = 0; i < labels.originals.size(); ++i)
      if (labels.originals[i] != std::to_string(i)) dataset_.literal_node_labels = false;
    note_gap(labels);
    for (std::size_t i = 0; i < graph_of_.size(); ++i)
      dataset_.graphs[graph_of_[i]].node_labels.push_back(labels.values[i]);
  }

  // Notes the first label whose new number is not the difference to the first label: other readers, such as
  // PyTorch Geometric's, keep gaps.
  void note_gap(const Labels& labels) {
    const auto first = to_number<int>(labels.originals.front());
    for (std::size_t i = 0; i < labels.originals.size(); ++i) {
      const auto own = to_number<int>(labels.originals[i]);
      if (own && first && *own - static_cast<std::int64_t>(*first) == static_cast<std::int64_t>(i)) continue;
      note("node labels are renumbered without gaps: {} becomes {}", labels.originals[i], i);
      return;
    }
  }

  void read_node_attributes() {
    if (!has("node_attributes")) return;
    int columns = 0;
    const std::vector<float> values = read_table("node_attributes", graph_of_.size(), "node", columns);
    dataset_.attribute_count = columns;
    for (std::size_t i = 0; i < graph_of_.size(); ++i) {
      Graph& graph = dataset_.graphs[graph_of_[i]];
      graph.attribute_count = columns;
      const auto row = values.begin() + static_cast<std::ptrdiff_t>(i * columns);
      graph.attributes.insert(graph.attributes.end(), row, row + columns);
    }
  }

  template <typename... Args>
  void note(fmt::format_string<Args...> format, Args&&... args) {
    dataset_.notes.push_back(fmt::format(format, std::forward<Args>(args)...));
  }

  const fs::path path_;
  const std::unique_ptr<Bundle> bundle_;
  const std::string prefix_;
  std::vector<int> graph_of_;    // graph of every node of the set
  std::vector<int> first_node_;  // first node of every graph
  std::size_t row_count_ = 0;    // number of lines of the edge file
  GraphDataset dataset_;
};

}  // namespace

bool is_tu_directory(const fs::path& directory) {
  if (!fs::is_directory(directory)) return false;
  return std::ranges::any_of(fs::directory_iterator(directory), [](const fs::directory_entry& entry) {
    return entry.path().filename().string().ends_with(kEdgesFile);
  });
}

GraphDataset load_tu(const fs::path& path) {
  return TuReader(path).read();
}

}  // namespace bora::data
