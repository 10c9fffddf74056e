// Tests of the ledger that are specific to graphs. ledger_test.cc tests the common behaviour on images.
#include <set>

#include <gtest/gtest.h>

#include "attacks/graph/edit.h"
#include "attacks/ledger/graph_task.h"
#include "attacks/ledger/ledger.h"
#include "data/graphs/graph_json.h"
#include "support/stub_graph_victims.h"
#include "support/temporary_folder.h"

namespace bora::attacks {
namespace {

class GraphLedgerTest : public ::testing::Test {
 protected:
  GraphLedgerTest() : database_(RunDatabase::create(folder_ / "run.sqlite")) {
    InputRow input;
    input.attacked = true;
    input.content = to_json(*original_);
    database_.add(input);
    for (int id = 0; id < 2; ++id) {
      InstanceRow row;
      row.id = id;
      row.attack = "test";
      row.budget = 3;
      database_.add(row);
    }
  }
  static EditRules rules() {
    EditRules rules;
    rules.ratio = 1;
    rules.most_edits = 2;
    return rules;
  }
  int predict(const Graph& graph) {
    const Graph* one = &graph;
    return victim_.labels({&one, 1}).front();
  }
  // Returns the original with these pairs flipped.
  Graph flipped(const std::vector<NodePair>& pairs) const {
    EditableGraph graph(*original_);
    for (const NodePair pair : pairs)
      graph.apply({{{pair, graph.has_edge(pair) ? 0.0F : 1.0F}}, std::nullopt});
    return graph.graph();
  }
  Question<Graph> question(int instance, const Graph& graph, int label) const {
    return {instance, {label, std::nullopt}, threat_.get(), &graph};
  }

  testing::TemporaryFolder folder_;
  Rng rng_{4};
  std::shared_ptr<const Graph> original_ = std::make_shared<const Graph>(testing::random_graph(8, 0.4, rng_));
  RunDatabase database_;
  testing::EdgeVictim victim_{3, 7};
  Oracle<Graph> oracle_{victim_};
  GraphTask task_{rules()};
  std::unique_ptr<ThreatModel<Graph>> threat_ = task_.threat(original_);
  int predicted_ = predict(*original_);
};

TEST_F(GraphLedgerTest, RecordsTheGapOfLabelsAndEndsAtTheBudget) {
  Ledger<Graph> ledger(oracle_, task_, database_);
  const Graph graph = flipped({{0, 1}});
  const int label = predict(graph);  // still predicted, so that an untargeted attack has not succeeded
  const auto answers = ledger.query({question(0, graph, label), question(1, graph, label)});
  EXPECT_EQ(answers[0].status, InstanceStatus::running);
  EXPECT_EQ(answers[0].observation.objective,
            loss_value(Loss::label_gap, {label, std::nullopt}, answers[0].observation.log_p));
  EXPECT_LT(answers[0].observation.objective, 0);
  ledger.query({question(0, graph, label)});
  EXPECT_EQ(ledger.query({question(0, graph, label)})[0].status, InstanceStatus::exhausted);
  EXPECT_THROW(ledger.query({question(0, graph, label)}), std::logic_error);
}

TEST_F(GraphLedgerTest, TheTargetedGapIsRelativeToTheLabel) {
  Ledger<Graph> ledger(oracle_, task_, database_);
  const Graph graph = flipped({{0, 1}});
  const int label = predict(graph), target = (label + 1) % 3;
  Question<Graph> asked = question(0, graph, label);
  asked.goal.target = target;
  const Observation seen = ledger.query({asked})[0].observation;
  EXPECT_NEAR(seen.objective, seen.log_p[target] - seen.log_p[label], 1e-12);
}

TEST_F(GraphLedgerTest, StoresAnAdversarialGraphThatReadsBack) {
  Ledger<Graph> ledger(oracle_, task_, database_);
  const Graph graph = flipped({{0, 1}, {2, 5}});
  EXPECT_EQ(ledger.query({question(1, graph, (predict(graph) + 1) % 3)})[0].status, InstanceStatus::success);
  const auto found = database_.adversarials();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].distance, 2);
  EXPECT_FALSE(found[0].l2);
  EXPECT_EQ(task_.attacked(found[0].content, ""), graph);
}

TEST_F(GraphLedgerTest, RefusesAGraphOutsideTheThreatModel) {
  Ledger<Graph> ledger(oracle_, task_, database_);
  const Graph graph = flipped({{0, 1}, {2, 5}, {3, 4}});
  EXPECT_THROW(ledger.query({question(0, graph, 0)}), std::logic_error);
  EXPECT_EQ(ledger.spent(0), 0);
}

TEST_F(GraphLedgerTest, AGradientIsThatOfTheRequestedPairs) {
  Ledger<Graph> ledger(oracle_, task_, database_);
  const Graph graph = flipped({{0, 1}});
  const int label = predict(graph);
  Question<Graph> white_box = question(0, graph, label);
  white_box.access = AccessLevel::gradients;
  white_box.gradient = GradientRequest{Loss::label_gap, {{0, 1}, {3, 6}}};
  const Observation seen = ledger.query({white_box})[0].observation;
  ASSERT_EQ(seen.gradient.size(), 2);
  // Gradient of max_j log p_j - log p_y w.r.t. an edge: the softmax's normaliser cancels, which leaves the
  // difference of two coefficients of the edge.
  int best = label == 0 ? 1 : 0;
  for (int c = 0; c < 3; ++c)
    if (c != label && seen.log_p[c] > seen.log_p[best]) best = c;
  for (int i = 0; i < 2; ++i) {
    const NodePair pair = white_box.gradient->pairs[i];
    EXPECT_NEAR(seen.gradient[i], victim_.coefficient(pair, best) - victim_.coefficient(pair, label), 1e-5);
  }
  EXPECT_EQ(ledger.recall(white_box, database_.queries(0)).gradient, seen.gradient);
}

TEST_F(GraphLedgerTest, QueriesLabelsOnlyIfOnlyLabelsAreVisible) {
  testing::LabelGraphVictim victim(3, 7);
  Oracle<Graph> oracle(victim);
  Ledger<Graph> ledger(oracle, task_, database_, Visibility::label());
  const Graph graph = flipped({{0, 1}});
  Question<Graph> by_label = question(0, graph, predict(graph));
  EXPECT_THROW(ledger.query({by_label}), std::logic_error) << "it wants scores";
  by_label.access = AccessLevel::labels;
  EXPECT_EQ(ledger.query({by_label})[0].observation.objective, -1);
  EXPECT_TRUE(database_.queries(0)[0].scores.empty());
}

TEST_F(GraphLedgerTest, AnAttackWithoutFurtherInputsEndsAsExhausted) {
  Ledger<Graph> ledger(oracle_, task_, database_);
  const Graph graph = flipped({{0, 1}});
  ledger.query({question(0, graph, predict(graph))});
  ledger.exhaust(0);
  EXPECT_EQ(database_.instances()[0].status, InstanceStatus::exhausted);
  EXPECT_EQ(database_.instances()[0].queries, 1);
  EXPECT_THROW(ledger.query({question(0, graph, predict(graph))}), std::logic_error);
}

TEST(GraphTask, DifferentGraphsHaveDifferentHashes) {
  const GraphTask task{EditRules()};
  Rng rng(1);
  const Graph plain = testing::random_graph(6, 0.5, rng);
  std::vector<Graph> others(7, plain);
  others[0].edges.pop_back();
  ++others[1].nodes;
  others[2].weights.assign(plain.edges.size(), 1);
  others[3].weights.assign(plain.edges.size(), 2);
  others[4].node_labels.assign(6, 0);
  others[5].edge_labels.assign(plain.edges.size(), 0);
  others[6].attribute_count = 1;
  others[6].attributes.assign(6, 0);
  std::set<std::int64_t> hashes = {task.hash(plain)};
  for (const Graph& other : others) EXPECT_TRUE(hashes.insert(task.hash(other)).second);
  EXPECT_EQ(task.hash(task.original(task.content(plain))), task.hash(plain));
}

}  // namespace
}  // namespace bora::attacks
