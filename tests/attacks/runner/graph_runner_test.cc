// Runner on graphs, with the attacks of the factory.
#include <gtest/gtest.h>

#include "attacks/runner/graph_plan.h"
#include "attacks/runner/run_contents.h"
#include "attacks/runner/runner.h"
#include "attacks/runner/stored_attacks.h"
#include "common/error.h"
#include "support/listed_attack.h"
#include "support/stub_graph_victims.h"
#include "support/temporary_folder.h"

namespace bora::attacks::graph_runner_test {
namespace {

namespace fs = std::filesystem;

class GraphRunnerTest : public ::testing::Test {
 protected:
  GraphRunnerTest() : data_(testing::labelled_graphs(victim_, 12, 2)) {
    budget_.queries_per_edit = 8;
    budget_.rules.ratio = 0.03;
  }

  RunDatabase create(const std::string& name) {
    return create(name, victim_, {"grabnel", "random", "genetic", "gradient"});
  }
  RunDatabase create(const std::string& name, GraphVictim& victim, const std::vector<std::string>& attacks) {
    fs::create_directories(folder_ / name);
    auto database = RunDatabase::create(folder_ / name / "run.sqlite");
    PlanOptions plan;
    plan.attacks = attacks;
    plan.visible = visible_;
    plan.inputs = 4;
    const auto made = make_plan(victim, data_, plan, budget_);
    database.begin();
    store(made, database);
    database.set(&RunFacts::minimise, minimises_);
    database.commit();
    return database;
  }

  // Runs until `rounds` are done; 0: to the end.
  RunEnd run(RunDatabase& database, GraphVictim& victim, int threads, int rounds, bool resumed) {
    const GraphTask task(budget_.rules, minimises_);
    const GraphAttacks factory(database, task, 3, visible_);
    return run(database, victim, factory, threads, rounds, resumed);
  }
  RunEnd run(RunDatabase& database, GraphVictim& victim, const AttackFactory<Graph>& factory, int threads,
             int rounds, bool resumed) {
    const GraphTask task(budget_.rules, minimises_);
    Oracle<Graph> oracle(victim);
    Ledger<Graph> ledger(oracle, task, database, visible_);
    ThreadPool pool(threads);
    Runner<Graph> runner(task, factory, database, ledger, pool, 5);
    if (resumed) runner.resume();
    std::atomic<bool> stop = false;
    int done = 0;
    return runner.run(stop, [&](const RunProgress&) {
      if (++done == rounds) stop = true;
    });
  }

  std::string whole_run(const std::string& name, int threads) {
    auto database = create(name);
    EXPECT_EQ(run(database, victim_, threads, 0, false), RunEnd::complete);
    return contents(database);
  }

  testing::TemporaryFolder folder_ = testing::TemporaryFolder::in_memory();
  testing::EdgeVictim victim_{3, 3, 0.3};
  GraphDataset data_;
  GraphBudget budget_;
  Visibility visible_;
  bool minimises_ = false;
};

TEST_F(GraphRunnerTest, EveryInstanceEndsWithinItsOwnBudgetAndAtItsFirstSuccess) {
  auto database = create("run");
  EXPECT_EQ(run(database, victim_, 2, 0, false), RunEnd::complete);
  expect_ends_at_first_success(database, 16);
}

TEST_F(GraphRunnerTest, MinimisesEditsAfterTheSameFirstSuccess) {
  auto plain = create("plain");
  run(plain, victim_, 2, 0, false);
  minimises_ = true;
  auto minimised = create("minimised");
  EXPECT_EQ(run(minimised, victim_, 2, 0, false), RunEnd::complete);
  auto parts = create("parts");
  for (const int rounds : {5, 15, 0}) run(parts, victim_, 1, rounds, true);
  EXPECT_EQ(contents(parts), contents(minimised));

  std::map<int, double> first, smallest;
  for (const FirstRow& row : minimised.firsts()) first[row.instance] = row.distance;
  for (const AdversarialRow& row : minimised.adversarials()) smallest[row.instance] = row.distance;
  const auto adversarials = plain.adversarials();
  ASSERT_EQ(first.size(), adversarials.size());
  double before = 0, after = 0;
  for (const AdversarialRow& row : adversarials) {
    EXPECT_EQ(first[row.instance], row.distance);
    EXPECT_LE(smallest[row.instance], row.distance);
    before += row.distance;
    after += smallest[row.instance];
  }
  EXPECT_LT(after, before);
  for (const auto& row : plain.instances()) {
    const auto asked = plain.queries(row.id), more = minimised.queries(row.id);
    EXPECT_LE(static_cast<int>(more.size()), row.budget);
    ASSERT_LE(asked.size(), more.size());
    for (std::size_t i = 0; i < asked.size(); ++i) EXPECT_EQ(asked[i].input_hash, more[i].input_hash);
  }
}

// An attack that reads labels must not get the clean scores, even if scores are visible.
TEST_F(GraphRunnerTest, AnAttackByLabelsMinimisesByLabels) {
  minimises_ = true;
  budget_.rules.ratio = 0.1;
  testing::LabelGraphVictim labels(3, 3, 0.3);
  const auto queries = [&](const std::string& name, GraphVictim& victim) {
    auto database = create(name, victim, {"random"});
    run(database, victim, 1, 0, false);
    std::vector<std::int64_t> hashes;
    for (const auto& row : database.instances())
      for (const auto& query : database.queries(row.id)) hashes.push_back(query.input_hash);
    return hashes;
  };
  const auto beside_scores = queries("scores", victim_);
  visible_ = Visibility::label();
  EXPECT_EQ(queries("labels", labels), beside_scores);
}

TEST_F(GraphRunnerTest, ThreadsDoNotChangeTheRun) {
  EXPECT_EQ(whole_run("one", 1), whole_run("four", 4));
}

TEST_F(GraphRunnerTest, AnInterruptedRunResumesExactly) {
  const std::string whole = whole_run("whole", 2);
  auto database = create("parts");
  EXPECT_EQ(run(database, victim_, 2, 3, false), RunEnd::interrupted);
  EXPECT_NE(contents(database), whole);
  for (const int rounds : {1, 7, 12}) run(database, victim_, 1, rounds, true);
  int stored = 0, total = 0;
  for (const auto& row : database.instances()) stored += row.queries;
  const int before = victim_.rows;
  EXPECT_EQ(run(database, victim_, 2, 0, true), RunEnd::complete);
  for (const auto& row : database.instances()) total += row.queries;
  EXPECT_EQ(contents(database), whole);
  EXPECT_EQ(victim_.rows - before, total - stored) << "no query is paid twice";
}

TEST_F(GraphRunnerTest, ARunByLabelsQueriesNoScoresAndResumesExactly) {
  visible_ = Visibility::label();
  testing::LabelGraphVictim victim(3, 3, 0.3);
  auto whole = create("whole", victim, {"random", "genetic"});
  EXPECT_EQ(run(whole, victim, 2, 0, false), RunEnd::complete);
  auto parts = create("parts", victim, {"random", "genetic"});
  for (const int rounds : {4, 0}) run(parts, victim, 1, rounds, true);
  EXPECT_EQ(contents(parts), contents(whole));
}

TEST_F(GraphRunnerTest, RefusesToResumeUnderOtherRules) {
  auto database = create("parts");
  run(database, victim_, 2, 5, false);
  budget_.rules.mode = EditMode::remove;
  EXPECT_THROW(run(database, victim_, 2, 0, true), InputError);
}

TEST_F(GraphRunnerTest, AGraphThatBreaksTheVictimFailsAloneWithItsReason) {
  testing::FailingGraphVictim broken(3, 3, 0.3);
  auto database = create("run");
  const int poisoned = data_.graphs[database.instances().front().input].nodes;
  broken.fails = [&](const Graph& graph) { return graph.nodes == poisoned; };
  EXPECT_EQ(run(database, broken, 2, 0, false), RunEnd::complete);
  for (const auto& row : database.instances()) {
    const bool hit = data_.graphs[row.input].nodes == poisoned;
    EXPECT_EQ(row.status == InstanceStatus::failed, hit);
    EXPECT_EQ(row.reason == "scores are not finite", hit);
  }
}

TEST_F(GraphRunnerTest, AnAttackWithoutFurtherGraphsEndsAsExhausted) {
  class ListedFactory final : public AttackFactory<Graph> {
   public:
    explicit ListedFactory(EditRules rules) : task_(std::move(rules)) {}
    RunningAttack<Graph> start(const InstanceRow& row, const WarmStarts&) const override {
      Graph single;  // two nodes: with the edge or without it
      single.nodes = 2;
      const auto original = std::make_shared<const Graph>(single);
      return {std::make_unique<testing::ListedAttack<Graph>>(std::vector<Graph>(row.id % 2, single)),
              Goal{0, 2}, task_.threat(original)};
    }

   private:
    GraphTask task_;
  };
  auto database = create("run", victim_, {"random", "genetic"});
  EXPECT_EQ(run(database, victim_, ListedFactory(budget_.rules), 2, 0, false), RunEnd::complete);
  for (const auto& row : database.instances()) {
    EXPECT_EQ(row.status, InstanceStatus::exhausted);
    EXPECT_EQ(row.queries, row.id % 2);
    EXPECT_EQ(row.reason, "nothing left to ask");
  }
}

}  // namespace
}  // namespace bora::attacks::graph_runner_test
