// Tests of plans that are specific to graphs. image_plan_test.cc tests the common behaviour on images.
#include "attacks/runner/graph_plan.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "data/graphs/graph_json.h"
#include "support/input_error.h"
#include "support/stub_graph_victims.h"

namespace bora::attacks {
namespace {

class GraphPlanTest : public ::testing::Test {
 protected:
  GraphPlanTest() : data_(testing::labelled_graphs(victim_, 30, 2)) {
    options_.attacks = {"random", "genetic"};
    options_.inputs = 5;
  }
  Plan plan() { return make_plan(victim_, data_, options_, budget_); }

  testing::EdgeVictim victim_{3, 3};
  GraphDataset data_;
  PlanOptions options_;
  GraphBudget budget_;
};

TEST_F(GraphPlanTest, BudgetsFollowTheSizeOfTheGraph) {
  budget_.rules.ratio = 0.1;
  budget_.queries_per_edit = 7;
  budget_.query_cap = 70;
  const Plan made = plan();
  ASSERT_EQ(made.instances.size(), 10U);
  bool capped = false, free = false;
  for (const auto& instance : made.instances) {
    const int n = data_.graphs[instance.input].nodes;
    const int edits = std::max(1, static_cast<int>(std::round(0.1 * n * n)));
    EXPECT_EQ(instance.budget, std::min(7 * edits, 70));
    capped = capped || instance.budget == 70;
    free = free || instance.budget < 70;
  }
  EXPECT_TRUE(capped && free) << "the setting is meant to show both";
  EXPECT_EQ(made.largest_budget(), 70);
}

TEST_F(GraphPlanTest, AQueryBudgetForManyEditsDoesNotOverflow) {
  budget_.queries_per_edit = 2000000000;
  EXPECT_EQ(budget_.queries(2000000000), 20000);
}

TEST_F(GraphPlanTest, StoresTheAttackedGraphs) {
  const Plan made = plan();
  EXPECT_TRUE(made.examples.empty());
  for (const auto& row : made.inputs) {
    const Graph& graph = data_.graphs[row.id];
    EXPECT_EQ(row.nodes, graph.nodes);
    EXPECT_EQ(row.edges, static_cast<int>(graph.edges.size()));
    if (row.attacked) {
      EXPECT_EQ(graph_from_json(row.content, "content"), graph);
    }
  }
}

TEST_F(GraphPlanTest, WarnsOfAVictimThatIsNoBetterThanGuessing) {
  data_ = testing::labelled_graphs(victim_, 200, 2);
  EXPECT_EQ(plan().doubt, "");
  for (int i = 20; i < 200; ++i) data_.labels[i] = (data_.labels[i] + 1) % 3;
  const std::string doubt = plan().doubt;
  EXPECT_NE(doubt.find("right on 20 of 200 clean graphs (10.0%)"), std::string::npos) << doubt;
  EXPECT_NE(doubt.find("--features"), std::string::npos) << doubt;
}

TEST_F(GraphPlanTest, SkipsGraphsThatAreMisclassifiedOrCannotBeEdited) {
  data_.labels[0] = (data_.labels[0] + 1) % 3;
  Graph& lonely = data_.graphs[1];
  lonely = Graph();
  lonely.nodes = 1;
  const Graph* one = &lonely;
  data_.labels[1] = victim_.labels({&one, 1}).front();
  const Plan made = plan();
  EXPECT_EQ(made.inputs[0].reason, "misclassified");
  EXPECT_EQ(made.inputs[1].reason, "cannot be edited");
  EXPECT_EQ(made.attacked(), 5);
  data_ = select(data_, std::vector<int>{1});
  testing::expect_input_error([&] { plan(); }, "no graph to attack", "1 cannot be edited");
}

TEST_F(GraphPlanTest, RemovalsNeedEdges) {
  budget_.rules.mode = EditMode::remove;
  data_.graphs[2].edges.clear();
  const Graph* one = &data_.graphs[2];
  data_.labels[2] = victim_.labels({&one, 1}).front();
  EXPECT_EQ(plan().inputs[2].reason, "cannot be edited");
}

TEST_F(GraphPlanTest, TargetsAreAsForImages) {
  options_.targeted = true;
  const Plan made = plan();
  EXPECT_EQ(made.instances.size(), 5U * 2 * 2);
  for (const auto& instance : made.instances) EXPECT_NE(instance.target, data_.labels[instance.input]);
}

TEST_F(GraphPlanTest, QueriesLabelsOnlyIfOnlyLabelsAreVisible) {
  options_.visible = Visibility::label();
  testing::LabelGraphVictim victim(3, 3);
  const Plan made = make_plan(victim, data_, options_, budget_);
  EXPECT_EQ(made.attacked(), 5);
  EXPECT_TRUE(made.inputs[0].scores.empty());
}

TEST_F(GraphPlanTest, RefusesDataThatDoNotSuitTheVictim) {
  data_.classes = 5;
  testing::expect_input_error([&] { plan(); }, "generated", "5 classes");
  data_.classes = 3;
  options_.attacks = {"gradient"};
  testing::LabelGraphVictim closed(3, 3);
  testing::expect_input_error([&] { make_plan(closed, data_, options_, budget_); }, "attack gradient",
                              "does not have");
  options_.attacks = {"random"};
  budget_.rules.mode = EditMode::reweight;
  testing::expect_input_error([&] { plan(); }, "reweight", "weights");
}

TEST_F(GraphPlanTest, TakesFewerClassesUnlessTheyHaveNames) {
  testing::EdgeVictim victim(4, 3);
  GraphDataset all = testing::labelled_graphs(victim, 60, 2);
  std::vector<int> rows;
  for (int i = 0; i < all.size(); ++i)
    if (all.labels[i] < 3) rows.push_back(i);
  GraphDataset data = select(all, rows);
  data.classes = 3;
  EXPECT_EQ(make_plan(victim, data, options_, budget_).attacked(), 5);
  data.class_names = {"-1", "1", "2"};
  testing::expect_input_error([&] { make_plan(victim, data, options_, budget_); },
                              "generated: has 3 classes (-1, 1, 2), but ", " has 4; state their numbers",
                              "0 to 3");
}

TEST_F(GraphPlanTest, RefusesNodesThatDoNotSuitTheVictim) {
  class Choosy : public testing::EdgeVictim {
   public:
    Choosy(int labels, int attributes) : EdgeVictim(3, 3) {
      spec_.node_label_count = labels;
      spec_.attribute_count = attributes;
    }
  };
  Choosy labels(2, 0), attributes(0, 4);
  testing::expect_input_error([&] { make_plan(labels, data_, options_, budget_); }, "no labels", "edges");
  testing::expect_input_error([&] { make_plan(attributes, data_, options_, budget_); }, "uses 4",
                              "nodes have 0 attributes");
  data_.node_label_count = 3;
  testing::expect_input_error([&] { make_plan(labels, data_, options_, budget_); }, "accepts 0 to 1",
                              "nodes have labels 0 to 2");
}

TEST(NodePool, HoldsTheNodesOfTheData) {
  GraphDataset data;
  for (int i = 0; i < 3; ++i) {
    Graph graph;
    graph.nodes = 10;
    graph.edges = {{0, 1}};
    graph.node_labels.assign(10, i);
    graph.attribute_count = 1;
    graph.attributes.assign(10, static_cast<float>(i) / 2);
    data.graphs.push_back(graph);
  }
  data.attribute_count = 1;
  data.node_label_count = 3;
  const NodePool all = node_pool(draw_node_pool(data, 100, 5));
  EXPECT_EQ(all.size, 30);
  EXPECT_EQ(std::count(all.labels.begin(), all.labels.end(), 2), 10);
  const Graph some = draw_node_pool(data, 12, 5);
  EXPECT_EQ(some.nodes, 12);
  EXPECT_EQ(some, draw_node_pool(data, 12, 5));
  EXPECT_EQ(graph_from_json(to_json(some), "pool"), some) << "this is how the run database keeps it";
  for (int i = 0; i < 12; ++i)
    EXPECT_EQ(some.attributes[i], static_cast<float>(some.node_labels[i]) / 2) << "rows stay together";
}

}  // namespace
}  // namespace bora::attacks
