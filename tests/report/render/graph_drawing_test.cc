#include "report/views/html/graph_drawing.h"

#include <gtest/gtest.h>

#include "report/small_graphs.h"
#include "report/statistics/graph_changes.h"
#include "report/views/html/graph_layout.h"
#include "support/input_error.h"
#include "support/text.h"

namespace bora::report::graph_drawing_test {
namespace {

using testing::flipped;
using testing::make_graph;
using testing::occurrences;
using testing::path_graph;
using testing::ring_of_cliques;

TEST(GraphChanges, TellsAddedRemovedReweightedAndInjected) {
  Graph original = make_graph(4, {{0, 1}, {1, 2}, {2, 3}});
  original.weights = {1, 2, 3};
  Graph adversarial = make_graph(5, {{0, 1}, {0, 3}, {2, 3}, {2, 4}});
  adversarial.weights = {1, 1, 5, 1};
  const GraphChanges changes = changes_between(original, adversarial);
  EXPECT_EQ(changes.kept, (std::vector<NodePair>{{0, 1}, {2, 3}}));
  EXPECT_EQ(changes.added, (std::vector<NodePair>{{0, 3}, {2, 4}}));
  EXPECT_EQ(changes.removed, (std::vector<NodePair>{{1, 2}}));
  EXPECT_EQ(changes.reweighted, (std::vector<NodePair>{{2, 3}}));
  EXPECT_EQ(changes.injected, 1);
  EXPECT_EQ(changes.edited(), (std::vector<NodePair>{{0, 3}, {1, 2}, {2, 3}, {2, 4}}));
  EXPECT_EQ(changes_text(changes), "2 edges added, 1 removed, 1 reweighted, 1 node injected");
  testing::expect_input_error([&] { changes_between(adversarial, original); }, "fewer than");
}

TEST(GraphChanges, CountsStepsAndComponents) {
  const auto neighbours = adjacency(5, {{0, 1}, {1, 2}, {3, 4}});
  EXPECT_EQ(steps_from(neighbours, {0}), (std::vector<int>{0, 1, 2, -1, -1}));
  EXPECT_EQ(steps_from(neighbours, {2, 3}), (std::vector<int>{2, 1, 0, 0, 1}));
  EXPECT_EQ(components(neighbours), (std::vector<int>{0, 0, 0, 1, 1}));
}

TEST(GraphLayout, IsTheSameEveryTime) {
  const Graph graph = ring_of_cliques(40, 5);  // 200 nodes, whose layout begins at random places
  const GraphLayout first = lay_out(graph, flipped(graph, {{0, 9}}));
  const GraphLayout second = lay_out(graph, flipped(graph, {{3, 70}, {0, 1}}));
  ASSERT_EQ(first.places.size(), 200U);
  for (std::size_t i = 0; i < first.places.size(); ++i) {
    EXPECT_EQ(first.places[i].x, second.places[i].x);  // edits do not move it either
    EXPECT_EQ(first.places[i].y, second.places[i].y);
  }
}

TEST(GraphLayout, KeepsNodesApartAndInsideTheBox) {
  for (const Graph& graph : {path_graph(12), ring_of_cliques(4, 4), make_graph(7, {{0, 1}, {2, 3}, {3, 4}}),
                             make_graph(1, {}), make_graph(9, {}), ring_of_cliques(50, 5)}) {
    const GraphLayout layout = lay_out(graph, graph);
    EXPECT_TRUE(layout.whole());
    EXPECT_DOUBLE_EQ(std::max(layout.width, layout.height), 1);
    for (int u = 0; u < graph.nodes; ++u) {
      const Place a = layout.places[u];
      EXPECT_GT(a.x, 0);
      EXPECT_LT(a.x, layout.width);
      EXPECT_GT(a.y, 0);
      EXPECT_LT(a.y, layout.height);
      for (int v = 0; v < u; ++v) {
        const Place b = layout.places[v];
        EXPECT_GT(std::hypot(a.x - b.x, a.y - b.y), 0.05 * layout.spacing)
            << graph.nodes << " " << u << " " << v;
      }
    }
  }
}

TEST(GraphLayout, ShowsTheNeighbourhoodOfTheEditsOfALargeGraph) {
  const Graph graph = path_graph(1000);
  const GraphLayout layout = lay_out(graph, flipped(graph, {{499, 500}}), 100);
  EXPECT_EQ(layout.shown_nodes, 100);
  EXPECT_FALSE(layout.whole());
  EXPECT_TRUE(layout.shown[450]);
  EXPECT_TRUE(layout.shown[549]);
  EXPECT_FALSE(layout.shown[449]);
  EXPECT_FALSE(layout.shown[550]);
}

TEST(GraphDrawing, MarksEveryEditOnceAndInTheSecondPictureAlone) {
  Graph original = ring_of_cliques(4, 5);
  for (int i = 0; i < original.nodes; ++i) original.node_labels.push_back(i % 3);
  Graph adversarial = flipped(original, {{0, 1}, {2, 13}, {3, 18}});
  adversarial.nodes += 1;
  adversarial.node_labels.push_back(2);
  adversarial.edges.push_back({4, 20});
  adversarial = flipped(adversarial, {});  // sorted again
  adversarial.nodes = 21;
  const GraphDrawing drawing = draw(original, adversarial, "e7", "graph 7 <of> 9");
  EXPECT_EQ(occurrences(drawing.adversarial, "class=\"added\""), 3);
  EXPECT_EQ(occurrences(drawing.adversarial, "class=\"removed\""), 1);
  EXPECT_EQ(occurrences(drawing.adversarial, "class=\"injected\""), 1);
  EXPECT_EQ(occurrences(drawing.original, "class=\"added\""), 0);
  EXPECT_EQ(occurrences(drawing.original, "class=\"removed\""), 0);
  EXPECT_EQ(occurrences(drawing.original, "<circle"), 20);
  EXPECT_EQ(occurrences(drawing.original, "<g class=\"label-"), 3);
  // All edges of the original in the first picture: those kept and the one removed.
  EXPECT_EQ(occurrences(drawing.original, "M"), static_cast<int>(original.edges.size()));
  EXPECT_EQ(occurrences(drawing.adversarial, "<use href=\"#e7-"), 2);
  EXPECT_EQ(
      occurrences(drawing.original, "id=\"e7-kept\"") + occurrences(drawing.original, "id=\"e7-nodes\""), 2);
  for (const std::string& svg : {drawing.original, drawing.adversarial}) {
    EXPECT_EQ(occurrences(svg, "<title"), 1);
    EXPECT_EQ(occurrences(svg, "<desc"), 1);
    EXPECT_EQ(occurrences(svg, "<of>"), 0);
    EXPECT_EQ(occurrences(svg, "<svg"), occurrences(svg, "</svg>"));
    EXPECT_EQ(occurrences(svg, "<g"), occurrences(svg, "</g>") + occurrences(svg, "<graph"));
  }
  EXPECT_EQ(drawing.caption, "3 edges added, 1 removed, 1 node injected");
}

TEST(GraphDrawing, SaysWhenItShowsAPart) {
  const Graph graph = path_graph(900);
  const GraphDrawing drawing = draw(graph, flipped(graph, {{10, 600}}), "e", "a path");
  EXPECT_EQ(drawing.caption, "1 edge added; 300 of 900 nodes shown, those nearest to the edits");
  EXPECT_EQ(occurrences(drawing.original, "<circle"), 300);
}

}  // namespace
}  // namespace bora::report::graph_drawing_test
