#include "models/graphs/graph_features.h"

#include <algorithm>

#include "common/error.h"
#include "common/number.h"
#include "common/suggestion.h"
#include "common/text.h"

namespace bora::models {
namespace {

constexpr const char* kDegree = "degree";
constexpr int kLargestDegree = 65535;

}  // namespace

NodeFeatures::Part NodeFeatures::parse_part(const std::string& text, int node_label_count,
                                            int attribute_count, const std::string& where) {
  const auto parts = split(text, ':');
  const auto& name = parts[0];
  if (name == kDegree) {
    const auto most = to_number<int>(parts.size() == 2 ? parts[1] : "", 1, kLargestDegree);
    if (!most)
      throw InputError("{}: '{}' is not degree:N with a largest degree N of 1 to {}", where, text,
                       kLargestDegree);
    return {Kind::degree, *most + 1};
  }
  if (text == "label") {
    if (node_label_count < 1) throw InputError("{}: 'label' needs node labels, there are none", where);
    return {Kind::label, node_label_count};
  }
  if (text == "attributes") {
    if (attribute_count < 1)
      throw InputError("{}: 'attributes' needs node attributes, there are none", where);
    return {Kind::attributes, attribute_count};
  }
  if (text == "degree-value") return {Kind::degree_value, 1};
  if (text == "degree-share") return {Kind::degree_share, 1};
  if (text == "constant") return {Kind::constant, 1};
  const std::vector<std::string> known = {"label",        "attributes",   "degree:N",
                                          "degree-value", "degree-share", "constant"};
  throw InputError("{}: '{}' is not one of {}{}", where, text, join(known), suggestion(text, known));
}

NodeFeatures::NodeFeatures(const std::string& spec, int node_label_count, int attribute_count,
                           const std::string& where)
    : spec_(spec) {
  for (const auto& text : split(spec, '+')) {
    const Part part = parse_part(text, node_label_count, attribute_count, where);
    if (std::any_of(parts_.begin(), parts_.end(), [&](const Part& other) { return other.kind == part.kind; }))
      throw InputError("{}: '{}' has '{}', which occurs twice", where, spec, split(text, ':')[0]);
    if (part.kind == Kind::label) node_label_count_ = part.width;
    if (part.kind == Kind::attributes) attribute_count_ = part.width;
    width_ += part.width;
    parts_.push_back(part);
  }
}

std::vector<bool> NodeFeatures::value_columns() const {
  std::vector<bool> columns;
  for (const auto& part : parts_)
    columns.insert(columns.end(), part.width,
                   part.kind == Kind::attributes || part.kind == Kind::degree_value);
  return columns;
}

void NodeFeatures::write(const Graph& graph, float* rows, const std::string& where) const {
  if (attribute_count_ > 0 && graph.attribute_count != attribute_count_)
    throw InputError("{}: a graph whose nodes have {} attributes, expected {}", where, graph.attribute_count,
                     attribute_count_);
  if (node_label_count_ > 0) {
    if (static_cast<int>(graph.node_labels.size()) != graph.nodes)
      throw InputError("{}: a graph without node labels, expected labels 0 to {}", where,
                       node_label_count_ - 1);
    for (const int label : graph.node_labels)
      if (label < 0 || label >= node_label_count_)
        throw InputError("{}: a node with label {}, expected 0 to {}", where, label, node_label_count_ - 1);
  }
  std::fill_n(rows, static_cast<std::size_t>(graph.nodes) * width_, 0.0f);
  const auto degree = degrees(graph);
  int column = 0;
  for (const auto& part : parts_) {
    for (int node = 0; node < graph.nodes; ++node) {
      float* row = rows + static_cast<std::size_t>(node) * width_ + column;
      switch (part.kind) {
        case Kind::label:
          row[graph.node_labels[node]] = 1;
          break;
        case Kind::attributes:
          std::ranges::copy(graph.attributes_of(node), row);
          break;
        case Kind::degree:
          row[std::min(degree[node], part.width - 1)] = 1;
          break;
        case Kind::degree_value:
          *row = static_cast<float>(degree[node]);
          break;
        case Kind::degree_share:
          *row = static_cast<float>(degree[node]) / static_cast<float>(std::max(1, graph.nodes - 1));
          break;
        case Kind::constant:
          *row = 1;
          break;
      }
    }
    column += part.width;
  }
}

std::string default_features(const GraphDataset& dataset) {
  if (dataset.node_label_count > 0) return dataset.attribute_count > 0 ? "label+attributes" : "label";
  return dataset.attribute_count > 0 ? "attributes" : kDegree;
}

NodeFeatures features_for(const std::string& spec, const GraphDataset& training, const std::string& where) {
  auto parts = split(spec, '+');
  for (auto& part : parts)
    if (part == kDegree) {
      int largest = 1;
      for (const auto& graph : training.graphs)
        for (const int degree : degrees(graph)) largest = std::max(largest, degree);
      part = fmt::format("{}:{}", kDegree, std::min(largest, kLargestDegree));
    }
  return {join(parts, "+"), training.node_label_count, training.attribute_count, where};
}

}  // namespace bora::models
