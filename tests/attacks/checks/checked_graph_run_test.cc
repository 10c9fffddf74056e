// Checks of a run on graphs.
#include <algorithm>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "attacks/checks/evaluation_checks.h"
#include "attacks/factory.h"
#include "attacks/ledger/ledger.h"
#include "attacks/runner/graph_plan.h"
#include "attacks/runner/runner.h"
#include "attacks/runner/stored_attacks.h"
#include "data/graphs/graph_json.h"
#include "support/stub_graph_victims.h"
#include "support/temporary_folder.h"

namespace bora::attacks {
namespace {

class GraphChecks : public ::testing::Test {
 protected:
  void attack(GraphVictim& victim, const std::vector<std::string>& attacks) {
    attacks_ = attacks;
    const GraphDataset data = testing::labelled_graphs(victim, 12, 2);
    GraphBudget budget;
    budget.queries_per_edit = 20;
    budget.rules = rules_;
    PlanOptions options;
    options.attacks = attacks;
    options.visible = visible_;
    options.inputs = 10;
    options.clean_inputs = 12;
    database_ = std::make_unique<RunDatabase>(RunDatabase::create(folder_ / "run.sqlite"));
    database_->begin();
    store(make_plan(victim, data, options, budget), *database_);
    database_->commit();
    const CheckSetup<Graph> own = make_setup(Bound::own, attacks.front());
    Oracle<Graph> oracle(victim);
    Ledger<Graph> ledger(oracle, *own.task, *database_, visible_);
    Runner<Graph>(*own.task, *own.factory, *database_, ledger, pool_, 5).run(stop_, [](const RunProgress&) {
    });
  }
  CheckSetup<Graph> make_setup(Bound bound, const std::string& attack) {
    const auto task = std::make_shared<const GraphTask>(widened(rules_, bound));
    const auto factory = std::make_shared<GraphAttacks>(*database_, *task, 3, visible_);
    factory->add(attack);
    return {task, factory, bound == Bound::none ? "with any edits" : "with so many edits"};
  }
  CheckReport report(GraphVictim& victim) {
    Oracle<Graph> oracle(victim);
    const GraphTask task(rules_);
    CheckedRun<Graph> run{
        *database_, oracle,
        task,       {},
        visible_,   "graph",
        5,          [this](Bound bound, const std::string& attack) { return make_setup(bound, attack); },
        pool_,      stop_,
        repeats_};
    for (const auto& attack : attacks_) run.attacks[attack] = make_recipe<Graph>(attack, visible_).summary;
    return make_checks(run, CheckLevel::full, {});
  }
  static const EvaluationCheck& find(const CheckReport& report, const std::string& id) {
    return *std::ranges::find(report.checks, id, &EvaluationCheck::id);
  }

  testing::TemporaryFolder folder_ = testing::TemporaryFolder::in_memory();
  EditRules rules_;
  Visibility visible_;
  Repeats repeats_;
  ThreadPool pool_{2};
  std::atomic<bool> stop_ = false;
  std::unique_ptr<RunDatabase> database_;
  std::vector<std::string> attacks_;
};

TEST_F(GraphChecks, AHealthyVictimPassesAll) {
  rules_.ratio = 0.06;
  testing::EdgeVictim victim(3, 3, 0.3);
  attack(victim, {"grabnel", "random"});
  const int before = victim.rows;
  const CheckReport made = report(victim);
  EXPECT_EQ(made.checks.size(), 8U);
  for (const auto& check : made.checks) EXPECT_EQ(check.status, "pass") << check.id << ": " << check.text;
  EXPECT_EQ(database_->get(&RunFacts::check_queries), victim.rows - before);
  EXPECT_NE(find(made, "unbounded").text.find("with any edits: random:edits=stages succeeds on 8 of 8"),
            std::string::npos)
      << find(made, "unbounded").text;
  EXPECT_NE(find(made, "white-box").text.find("gradient succeeds on"), std::string::npos);
}

// Victim that predicts by the number of nodes, which edits do not change.
class NodeCounter final : public testing::EdgeVictim {
 public:
  using EdgeVictim::EdgeVictim;
  Scores scores(GraphBatch graphs) override {
    Scores out{Batch::Zero(static_cast<Eigen::Index>(graphs.size()), 3), ScoreKind::logits};
    for (std::size_t i = 0; i < graphs.size(); ++i)
      out.values(static_cast<Eigen::Index>(i), graphs[i]->nodes % 3) = 1;
    return out;
  }
};

// Victim that predicts another class for a graph the first time than later.
class Forgetful final : public testing::EdgeVictim {
 public:
  using EdgeVictim::EdgeVictim;
  Scores scores(GraphBatch graphs) override {
    Scores out = EdgeVictim::scores(graphs);
    for (std::size_t i = 0; i < graphs.size(); ++i)
      if (forgets && seen_.insert(to_json(*graphs[i])).second)
        out.values.row(static_cast<Eigen::Index>(i)) *= -1;
    return out;
  }
  bool forgets = false;

 private:
  std::set<std::string> seen_;
};

TEST_F(GraphChecks, AttacksOfChecksUseTheRepeatsOfTheRun) {
  rules_.ratio = 0.01;
  Forgetful victim(3, 3, 0.02);
  attack(victim, {"random"});
  victim.forgets = true;
  const std::string lucky = find(report(victim), "unbounded").text;
  EXPECT_NE(lucky.find("succeeds on 8 of 8"), std::string::npos) << lucky;
  const auto within = [](const std::string& text) {
    return std::stoi(text.substr(text.find("succeeds on ") + 12));
  };
  repeats_ = {1, 5, 4};
  Forgetful again(3, 3, 0.02);
  again.forgets = true;
  const std::string held = find(report(again), "unbounded").text;
  EXPECT_LT(within(held), 8) << held;
}

TEST_F(GraphChecks, WarnsOfAModelThatIgnoresEdges) {
  NodeCounter victim(3, 3);
  attack(victim, {"random"});
  const CheckReport made = report(victim);
  EXPECT_EQ(find(made, "unbounded").status, "warn") << "it may be meant to";
  EXPECT_EQ(find(made, "scores-respond").status, "fail");
  EXPECT_EQ(find(made, "random-weaker").status, "open");
}

TEST_F(GraphChecks, ARunByLabelsQueriesLabelsOnly) {
  visible_ = Visibility::label();
  testing::LabelGraphVictim victim(3, 3, 0.3);
  attack(victim, {"random"});
  const CheckReport made = report(victim);
  for (const auto& check : made.checks)
    EXPECT_EQ(check.text.find("could not be made"), std::string::npos) << check.text;
  EXPECT_EQ(find(made, "deterministic").status, "pass");
  EXPECT_EQ(find(made, "white-box").status, "open");
}

TEST_F(GraphChecks, WidenedRulesKeepTheEditMode) {
  rules_.mode = EditMode::rewire;
  rules_.ratio = 0.03;
  rules_.most_edits = 4;
  rules_.hops = 2;
  rules_.keep_connected = true;
  const EditRules twice = widened(rules_, Bound::twice);
  EXPECT_DOUBLE_EQ(twice.ratio, 0.06);
  EXPECT_EQ(twice.most_edits, 8);
  EXPECT_EQ(twice.hops, 2);
  const EditRules any = widened(rules_, Bound::none);
  EXPECT_EQ(any.mode, EditMode::rewire);
  EXPECT_EQ(any.most_edits, kMostFreeEdits);
  EXPECT_EQ(any.hops, 0);
  EXPECT_FALSE(any.keep_connected);
  EXPECT_NO_THROW(any.check());
}

}  // namespace
}  // namespace bora::attacks
