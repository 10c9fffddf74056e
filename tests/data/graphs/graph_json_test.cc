#include "data/graphs/graph_json.h"

#include <bit>
#include <cmath>
#include <fstream>
#include <limits>
#include <set>
#include <string>

#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include "common/json.h"
#include "common/random.h"
#include "support/input_error.h"

namespace bora::data {
namespace {

// Returns a float with random bits, of any size and sign.
float any_float(Rng& rng) {
  for (;;) {
    const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(rng.bits()));
    if (std::isfinite(value)) return value;
  }
}

Graph read(const std::string& text) {
  return graph_from_json(text, "here");
}

TEST(GraphJson, WritesNetworkxNodeLinkForm) {
  Graph graph;
  graph.nodes = 2;
  graph.edges = {{0, 1}};
  EXPECT_EQ(to_json(graph), R"({"directed":false,"multigraph":false,"graph":{},"nodes":[{"id":0},{"id":1}],)"
                            R"("links":[{"source":0,"target":1}]})");
  graph.weights = {0.1f};
  graph.node_labels = {3, 0};
  graph.edge_labels = {2};
  graph.attributes = {1, -0.25f, 1e-40f, 16777216};
  graph.attribute_count = 2;
  EXPECT_EQ(to_json(graph),
            R"({"directed":false,"multigraph":false,"graph":{},"nodes":[{"id":0,"label":3,)"
            R"("attributes":[1.0,-0.25]},{"id":1,"label":0,"attributes":[1e-40,1.6777216e+07]}],)"
            R"("links":[{"source":0,"target":1,"weight":0.1,"label":2}]})");
}

TEST(GraphJson, ReadsBackExactlyWhatItWrote) {
  Rng rng(3);
  for (int kind = 0; kind < 16; ++kind) {
    Graph graph;
    graph.nodes = 1 + rng.index(60);
    for (int u = 0; u < graph.nodes; ++u)
      for (int v = u + 1; v < graph.nodes; ++v)
        if (rng.uniform() < 0.3) graph.edges.push_back({u, v});
    const auto edge_count = graph.edges.size();
    if ((kind & 1) != 0) graph.weights.resize(edge_count);
    if ((kind & 2) != 0) graph.edge_labels.resize(edge_count);
    if ((kind & 4) != 0) graph.node_labels.resize(graph.nodes);
    if ((kind & 8) != 0) graph.attributes.resize(graph.nodes * (graph.attribute_count = 40));
    for (float& weight : graph.weights)
      while (weight == 0) weight = std::abs(any_float(rng));
    for (int& label : graph.edge_labels) label = rng.index(std::numeric_limits<int>::max());
    for (int& label : graph.node_labels) label = rng.index(5);
    for (float& value : graph.attributes) value = any_float(rng);
    if (!graph.attributes.empty()) graph.attributes[0] = -0.0f;
    const Graph back = read(to_json(graph));
    EXPECT_EQ(back, graph);
    for (std::size_t i = 0; i < graph.attributes.size(); ++i)
      ASSERT_EQ(std::bit_cast<std::uint32_t>(back.attributes[i]),
                std::bit_cast<std::uint32_t>(graph.attributes[i]));
  }
}

// The text that networkx 3.4 writes with edges="edges", indented, with data of a user.
TEST(GraphJson, ReadsWhatNetworkxWrites) {
  const Graph graph = read(R"({
    "directed": false, "multigraph": false, "graph": {"name": "karate", "year": 1977},
    "nodes": [{"club": "Hi", "id": 2}, {"club": "Officer", "id": 0}, {"id": 1}],
    "edges": [{"weight": 3, "since": null, "source": 2, "target": 1}, {"source": 2, "target": 0}]})");
  Graph expected;
  expected.nodes = 3;
  expected.edges = {{0, 2}, {1, 2}};
  expected.weights = {1, 3};
  EXPECT_EQ(graph, expected);
}

TEST(GraphJson, NamesTheKeysThatItDoesNotRead) {
  IgnoredKeys ignored;
  graph_from_json(R"({"graph": {"y": 1}, "nodes": [{"id": 0, "label": 1, "attributes": [1], "x": [1]},
                                {"club": "Hi", "id": 1, "label": 1, "attributes": [1]}],
                      "links": [{"source": 0, "target": 1, "weight": 2, "label": 0, "key": 0, "since": null}]})",
                  "here", &ignored);
  EXPECT_EQ(ignored.nodes, (std::set<std::string>{"club", "x"}));
  EXPECT_EQ(ignored.edges, std::set<std::string>{"since"});
}

// Written by tests/golden/data/networkx_graphs.py.
TEST(GraphJson, ReadsTheGraphsOfNetworkxAsNetworkxSeesThem) {
  std::ifstream file(BORA_TEST_SOURCE_DIR "/golden/data/networkx_graphs.json");
  const auto golden = parse_valid_json(file);
  ASSERT_EQ(golden.size(), 12u);
  for (const auto& expected : golden) {
    const std::string what = expected["what"];
    const Graph graph = graph_from_json(expected["text"], what);
    EXPECT_EQ(degrees(graph), expected["degrees"].get<std::vector<int>>()) << what;
    double weight = 0;
    for (std::size_t i = 0; i < graph.edges.size(); ++i) weight += graph.weight(static_cast<int>(i));
    EXPECT_EQ(weight, expected["weight"].get<double>()) << what;
    EXPECT_EQ(graph_from_json(to_json(graph), what), graph) << what;
  }
}

TEST(GraphJson, NumbersNodesByTheirIdsOrTheirPlaces) {
  const auto edge = [](const std::string& ids, const std::string& source, const std::string& target) {
    const Graph graph = read(R"({"nodes": [)" + ids + R"(], "links": [{"source": )" + source +
                             R"(, "target": )" + target + "}]}");
    EXPECT_EQ(graph.nodes, 3);
    return graph.edges.at(0);
  };
  EXPECT_EQ(edge(R"({"id": 2}, {"id": 1}, {"id": 0})", "2", "1"), (NodePair{1, 2}));
  EXPECT_EQ(edge(R"({"id": 30}, {"id": 10}, {"id": 20})", "20", "30"), (NodePair{0, 2}));
  EXPECT_EQ(edge(R"({"id": 1}, {"id": 2}, {"id": 3})", "1", "3"), (NodePair{0, 2}));
  EXPECT_EQ(edge(R"({"id": -1}, {"id": 0}, {"id": 1})", "-1", "1"), (NodePair{0, 2}));
  EXPECT_EQ(edge(R"({"id": "b"}, {"id": "a"}, {"id": "1"})", R"("a")", R"("1")"), (NodePair{1, 2}));
  EXPECT_EQ(edge(R"({"id": [0, 0]}, {"id": [0, 1]}, {"id": "1"})", "[0, 1]", "[0, 0]"), (NodePair{0, 1}));
}

TEST(GraphJson, LabelsAndAttributesFollowTheIds) {
  const Graph graph = read(R"({"nodes": [{"id": 1, "label": 7, "attributes": [1, 2]},
                                         {"id": 0, "label": 8, "attributes": [3, 4.5]}], "links": []})");
  EXPECT_EQ(graph.node_labels, std::vector<int>({8, 7}));
  EXPECT_EQ(graph.attributes, std::vector<float>({3, 4.5f, 1, 2}));
  EXPECT_EQ(graph.attribute_count, 2);
}

TEST(GraphJson, RefusesOtherThanSimpleGraphsInOneLine) {
  const auto expect_refused = [](const std::string& text, const std::string& word) {
    testing::expect_input_error([&] { read(text); }, "here: ", word);
  };
  const auto with_edges = [](const std::string& edges) {
    return R"({"nodes": [{"id": 0}, {"id": 1}, {"id": 2}], "links": [)" + edges + "]}";
  };
  const auto with_nodes = [](const std::string& nodes) {
    return R"({"nodes": [)" + nodes + R"(], "links": []})";
  };
  expect_refused("", "not JSON");
  expect_refused("\n{\"nodes\"\n", "not JSON");
  expect_refused(std::string(100000, '['), "not JSON");
  expect_refused("[]", "is a list, expected an object");
  expect_refused("{}", "has no nodes");
  expect_refused(R"({"nodes": [{"id": 0}]})", "has no links");
  expect_refused(R"({"nodes": {}, "links": []})", "nodes is an object, expected a list");
  expect_refused(R"({"nodes": [{"id": 0}], "links": [], "edges": []})", "both links and edges");
  expect_refused(R"({"directed": true, "nodes": [{"id": 0}], "links": []})", "directed is true");
  expect_refused(R"({"directed": 0, "nodes": [{"id": 0}], "links": []})", "directed is 0, expected false");
  expect_refused(R"({"multigraph": true, "nodes": [{"id": 0}], "links": []})", "multigraph is true");
  expect_refused(with_nodes(""), "no nodes");
  expect_refused(with_nodes("0"), "nodes[0] is 0, expected an object");
  expect_refused(with_nodes(R"({"name": 0})"), "nodes[0] has no id");
  expect_refused(with_nodes(R"({"id": null})"), "id is null");
  expect_refused(with_nodes(R"({"id": [[1]]})"), "id is a list");
  expect_refused(with_nodes(R"({"id": 0}, {"id": 0})"), "nodes[1]: id 0 occurs twice");
  expect_refused(with_nodes(R"({"id": 0, "label": 1}, {"id": 1})"), "nodes[1]: has no label");
  expect_refused(with_nodes(R"({"id": 0}, {"id": 1, "label": 1})"), "nodes[1]: has a label");
  expect_refused(with_nodes(R"({"id": 0, "label": -1})"), "label is -1");
  expect_refused(with_nodes(R"({"id": 0, "label": 1.0})"), "label is 1.0");
  expect_refused(with_nodes(R"({"id": 0, "label": 2147483648})"), "label is 2147483648");
  expect_refused(with_nodes(R"({"id": 0, "label": 2147483647})"), "expected an integer of 0 to 2147483646");
  expect_refused(with_nodes(R"({"id": 0, "label": "\n)" + std::string(99, 'C') + "\"}"), "C...");
  expect_refused(with_nodes(R"({"id": 0, "attributes": 1})"), "attributes is 1");
  expect_refused(with_nodes(R"({"id": 0, "attributes": [1, "a"]})"), "an attribute is \"a\"");
  expect_refused(with_nodes(R"({"id": 0, "attributes": [1]}, {"id": 1})"), "0 attributes, expected 1");
  expect_refused(with_nodes(R"({"id": 0, "attributes": [NaN]})"), "NaN");
  expect_refused(with_nodes(R"({"id": 0, "attributes": [1e39]})"), "too large");
  expect_refused(with_edges(R"({"source": 0, "target": 3})"), "links[0]: target is 3, expected the id");
  expect_refused(with_edges(R"({"source": 0})"), "links[0] has no target");
  expect_refused(with_edges(R"({"source": 1, "target": 1})"), "links[0]: a loop at node 1");
  expect_refused(with_edges(R"({"source": 0, "target": 1}, {"source": 1, "target": 0})"),
                 "edge 0-1 occurs twice");
  for (const std::string weight : {"0", "-1", "1e-60"})
    expect_refused(with_edges(R"({"source": 0, "target": 1, "weight": )" + weight + "}"), "of edge 0-1");
  expect_refused(with_edges(R"({"source": 0, "target": 1, "weight": NaN})"), "NaN");
  expect_refused(with_edges(R"({"source": 0, "target": 1, "weight": null})"), "weight is null");
  expect_refused(with_edges(R"({"source": 0, "target": 1, "label": 0}, {"source": 1, "target": 2})"),
                 "links[1]: has no label");
}

TEST(GraphJson, RefusesDeepNesting) {
  const std::string deep(1'000'000, '[');
  testing::expect_input_error([&] { graph_from_json("{\"nodes\": [{\"id\": " + deep, "g.json"); }, "g.json",
                              "is not JSON of at most 200 levels");
}

}  // namespace
}  // namespace bora::data
