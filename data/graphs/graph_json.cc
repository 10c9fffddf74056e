#include "data/graphs/graph_json.h"

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "common/error.h"
#include "common/json.h"
#include "common/order.h"
#include "common/text.h"

namespace bora::data {
namespace {

// JSON whose floating-point numbers have single precision, as in Graph: they are written with as many digits
// as a float needs, and rounded once when they are read.
using Json = nlohmann::basic_json<nlohmann::ordered_map, std::vector, std::string, bool, std::int64_t,
                                  std::uint64_t, float>;

// Returns a value for error messages, shortened to fit a line.
std::string quoted(const Json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return "a list";
  std::string text = value.dump();
  constexpr std::size_t kMost = 40;
  if (text.size() > kMost) {
    std::size_t end = kMost;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80)
      --end;  // keeps whole UTF-8 characters
    text = text.substr(0, end) + "...";
  }
  return text;
}

class Reader {
 public:
  // ignored: gets the keys that are not read, unless it is null.
  Reader(const std::string& text, const std::string& where, IgnoredKeys* ignored)
      : where_(where), ignored_(ignored), root_(parse(text)) {}

  Graph read() {
    if (!root_.is_object()) fail("is {}, expected an object in node-link form", quoted(root_));
    refuse_flag("directed", "an undirected graph");
    refuse_flag("multigraph", "a graph with at most one edge between two nodes");
    read_nodes(list("nodes"));
    if (root_.contains("links") && root_.contains("edges")) fail("has both links and edges, expected one");
    edges_key_ = root_.contains("edges") ? "edges" : "links";
    read_edges(list(edges_key_));
    check(graph_, where_);
    return std::move(graph_);
  }

 private:
  template <typename... Args>
  [[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) const {
    throw InputError("{}: {}", where_, fmt::format(format, std::forward<Args>(args)...));
  }

  Json parse(const std::string& text) const {
    if (nests_deeper(text, kDeepestJson)) fail("is not JSON of at most {} levels", kDeepestJson);
    try {
      return Json::parse(text);
    } catch (const Json::parse_error& error) {
      fail("is not JSON from byte {} on (NaN and infinite numbers are none)", error.byte);
    } catch (const Json::out_of_range&) {
      fail("holds a number too large for a 32-bit float");
    }
  }

  void refuse_flag(const char* key, const char* expected) const {
    const auto found = root_.find(key);
    if (found == root_.end()) return;
    if (!found->is_boolean()) fail("{} is {}, expected false", key, quoted(*found));
    if (found->get<bool>()) fail("{} is true, expected {}", key, expected);
  }

  const Json& list(const char* key) const {
    const auto found = root_.find(key);
    if (found == root_.end()) fail("has no {}, expected a list of them", key);
    if (!found->is_array()) fail("{} is {}, expected a list", key, quoted(*found));
    return *found;
  }

  // Returns the text that identifies a node.
  std::string id_of(const Json& member, const char* key, const std::string& place) const {
    const auto found = member.find(key);
    if (found == member.end()) fail("{} has no {}", place, key);
    const bool flat = found->is_array() && std::ranges::none_of(*found, &Json::is_structured);
    if (found->is_null() || found->is_boolean() || (found->is_structured() && !flat))
      fail("{}: {} is {}, expected a number, a text or a flat list of them", place, key, quoted(*found));
    return found->dump();
  }

  // Returns the label of a node or an edge, if it has one.
  std::optional<int> label_of(const Json& member, const std::string& place) const {
    const auto found = member.find("label");
    if (found == member.end()) return std::nullopt;
    constexpr std::uint64_t kLargest = std::numeric_limits<int>::max() - 1;  // largest label
    if (!found->is_number_unsigned() || found->get<std::uint64_t>() > kLargest)
      fail("{}: label is {}, expected an integer of 0 to {}", place, quoted(*found), kLargest);
    return found->get<int>();
  }

  float number(const Json& value, const std::string& place, const char* key) const {
    if (!value.is_number()) fail("{}: {} is {}, expected a number", place, key, quoted(value));
    return value.get<float>();
  }

  const Json& object(const Json& members, std::size_t i, const std::string& place) const {
    if (!members[i].is_object()) fail("{} is {}, expected an object", place, quoted(members[i]));
    return members[i];
  }

  // Adds the keys of the members, which are objects, that are not among `read`.
  static void add_ignored(const Json& members, std::initializer_list<std::string_view> read,
                          std::set<std::string>& ignored) {
    for (const Json& member : members)
      for (const auto& [key, value] : member.items())
        if (std::ranges::find(read, key) == read.end()) ignored.insert(key);
  }

  // Numbers the nodes: node i of the list becomes node number_[i] of the graph.
  void number_nodes(const Json& nodes) {
    const std::size_t n = nodes.size();
    if (n == 0) fail("has no nodes, expected at least 1");
    std::vector<bool> taken(n, false);
    bool is_permutation = true;
    for (std::size_t i = 0; i < n; ++i) {
      const std::string place = fmt::format("nodes[{}]", i);
      const Json& node = object(nodes, i, place);
      const std::string id = id_of(node, "id", place);
      if (!node_of_.emplace(id, static_cast<int>(i)).second)
        fail("{}: id {} occurs twice", place, quoted(node["id"]));
      is_permutation =
          is_permutation && node["id"].is_number_unsigned() && node["id"].get<std::uint64_t>() < n;
    }
    number_ = consecutive(static_cast<int>(n));
    if (!is_permutation) return;
    for (std::size_t i = 0; i < n; ++i) number_[i] = nodes[i]["id"].get<int>();
    for (auto& [id, node] : node_of_) node = number_[node];
  }

  void read_nodes(const Json& nodes) {
    number_nodes(nodes);
    if (ignored_) add_ignored(nodes, {"id", "label", "attributes"}, ignored_->nodes);
    const std::size_t n = nodes.size();
    graph_.nodes = static_cast<int>(n);
    const bool labelled = nodes[0].contains("label");
    if (labelled) graph_.node_labels.resize(n);
    const std::vector<float> first = attributes_of(nodes[0], "nodes[0]");
    graph_.attribute_count = static_cast<int>(first.size());
    graph_.attributes.resize(n * first.size());
    for (std::size_t i = 0; i < n; ++i) {
      const std::string place = fmt::format("nodes[{}]", i);
      const auto label = label_of(nodes[i], place);
      if (label.has_value() != labelled) fail("{}: {}", place, one_sided("label", labelled));
      if (labelled) graph_.node_labels[number_[i]] = *label;
      const std::vector<float> values = attributes_of(nodes[i], place);
      if (values.size() != first.size())
        fail("{}: {}, expected {} as nodes[0] has", place,
             count_of(static_cast<std::int64_t>(values.size()), "attribute"), first.size());
      std::ranges::copy(values,
                        graph_.attributes.begin() + static_cast<std::ptrdiff_t>(number_[i] * first.size()));
    }
  }

  std::vector<float> attributes_of(const Json& node, const std::string& place) const {
    const auto found = node.find("attributes");
    if (found == node.end()) return {};
    if (!found->is_array()) fail("{}: attributes is {}, expected a list of numbers", place, quoted(*found));
    std::vector<float> values;
    for (const Json& value : *found) values.push_back(number(value, place, "an attribute"));
    return values;
  }

  static std::string one_sided(const char* key, bool first_has) {
    return first_has ? fmt::format("has no {}, but those before it have one", key)
                     : fmt::format("has a {}, but those before it have none", key);
  }

  int end_of(const Json& edge, const char* key, const std::string& place) const {
    const auto found = node_of_.find(id_of(edge, key, place));
    if (found == node_of_.end())
      fail("{}: {} is {}, expected the id of a node", place, key, quoted(edge[key]));
    return found->second;
  }

  void read_edges(const Json& edges) {
    struct Edge {
      NodePair pair;
      float weight;
      int label;
    };
    const std::size_t m = edges.size();
    std::vector<Edge> read;
    read.reserve(m);
    bool weighted = false;
    bool labelled = false;
    for (std::size_t i = 0; i < m; ++i) {
      const std::string place = fmt::format("{}[{}]", edges_key_, i);
      const Json& edge = object(edges, i, place);
      const int source = end_of(edge, "source", place);
      const int target = end_of(edge, "target", place);
      if (source == target) fail("{}: a loop at node {}, expected two nodes", place, quoted(edge["source"]));
      const auto label = label_of(edge, place);
      if (i == 0) labelled = label.has_value();
      if (label.has_value() != labelled) fail("{}: {}", place, one_sided("label", labelled));
      const auto weight = edge.find("weight");
      weighted = weighted || weight != edge.end();
      read.push_back({pair_of(source, target), weight == edge.end() ? 1.0f : number(*weight, place, "weight"),
                      label.value_or(0)});
    }
    if (ignored_) add_ignored(edges, {"source", "target", "key", "weight", "label"}, ignored_->edges);
    std::ranges::sort(read, {}, &Edge::pair);
    for (const Edge& edge : read) {
      graph_.edges.push_back(edge.pair);
      if (weighted) graph_.weights.push_back(edge.weight);
      if (labelled) graph_.edge_labels.push_back(edge.label);
    }
  }

  const std::string& where_;
  IgnoredKeys* const ignored_;
  const Json root_;
  const char* edges_key_ = "links";
  std::unordered_map<std::string, int> node_of_;  // node numbers by the text of their id
  std::vector<int> number_;                       // node numbers by position in the list of nodes
  Graph graph_;
};

}  // namespace

std::string to_json(const Graph& graph) {
  Json nodes = Json::array();
  for (int i = 0; i < graph.nodes; ++i) {
    Json node = {{"id", i}};
    if (!graph.node_labels.empty()) node["label"] = graph.node_labels[i];
    if (graph.attribute_count > 0) node["attributes"] = graph.attributes_of(i);
    nodes.push_back(std::move(node));
  }
  Json links = Json::array();
  for (std::size_t i = 0; i < graph.edges.size(); ++i) {
    Json link = {{"source", graph.edges[i].u}, {"target", graph.edges[i].v}};
    if (graph.weighted()) link["weight"] = graph.weights[i];
    if (!graph.edge_labels.empty()) link["label"] = graph.edge_labels[i];
    links.push_back(std::move(link));
  }
  Json root = {{"directed", false}, {"multigraph", false}, {"graph", Json::object()}};
  root["nodes"] = std::move(nodes);
  root["links"] = std::move(links);
  return root.dump();
}

Graph graph_from_json(const std::string& text, const std::string& where, IgnoredKeys* ignored) {
  return Reader(text, where, ignored).read();
}

}  // namespace bora::data
