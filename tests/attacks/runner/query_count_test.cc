// Requirement on every attack and on every option that sends queries: the run counts as many as the victim
// receives.
#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>

#include <gtest/gtest.h>

#include "attacks/runner/graph_plan.h"
#include "attacks/runner/image_plan.h"
#include "attacks/runner/runner.h"
#include "attacks/runner/stored_attacks.h"
#include "attacks/runner/verifier.h"
#include "common/error.h"
#include "support/stub_graph_victims.h"
#include "support/stub_victims.h"
#include "support/temporary_folder.h"

namespace bora::attacks::query_count_test {
namespace {

constexpr ImageShape kShape{1, 8, 8};
constexpr int kClasses = 3, kBudget = 16;

// Options of a run that change which queries it sends.
struct Options {
  const char* name;
  Visibility visible = {};
  bool minimises = false;
  Repeats repeats = {};
  int killed_in = -1;  // number of the call of the victim in which the process is killed; < 0: never
};

const std::vector<Options>& options() {
  static const std::vector<Options> all = {
      {"scores"},
      {"top", Visibility::top(2)},
      {"label", Visibility::label()},
      {"minimise", {}, true},
      {"repeats", {}, false, {1, 5, 3}},
      {"average", {}, true, {2, 3, 2}},
      {"killed", {}, false, {}, 4},
      {"killed-repeats", {}, true, {2, 5, 4}, 7},
  };
  return all;
}

class QueryCount : public ::testing::Test {
 protected:
  RunDatabase database(const Plan& plan, const Options& given, bool minimises) {
    const auto folder = folder_ / std::to_string(++runs_);
    std::filesystem::create_directory(folder);
    auto database = RunDatabase::create(folder / "run.sqlite");
    database.begin();
    store(plan, database);
    database.set(&RunFacts::minimise, minimises);
    database.set(&RunFacts::visible, given.visible.text());
    database.set(&RunFacts::clean_queries, plan.clean_queries);
    database.commit();
    return database;
  }
  static PlanOptions plan_of(const std::string& attack, const Options& given) {
    PlanOptions plan;
    plan.attacks = {attack};
    plan.inputs = 2;
    plan.clean_inputs = 5;
    plan.visible = given.visible;
    plan.repeats = given.repeats.most;
    return plan;
  }

  // Runs the attack to its end, and verifies its examples. `make`: makes the factory of the attacks.
  template <typename Input, typename Make>
  void run(RunDatabase& database, typename Oracle<Input>::AskedVictim& victim, const Task<Input>& task,
           const Options& given, const Make& make) {
    arm_();
    const RetrySchedule schedule{{}, [](auto, const std::string&) { return false; }};
    const auto factory = make(database);
    Oracle<Input> oracle(victim);
    ThreadPool pool(1);
    const std::atomic<bool> stop = false;
    for (const bool resumed : {false, true}) {
      Ledger<Input> ledger(oracle, task, database, given.visible, schedule, given.repeats);
      Runner<Input> runner(task, factory, database, ledger, pool, 3);
      try {
        if (resumed) runner.resume(true);
        EXPECT_EQ(runner.run(stop, [](const RunProgress&) {}), RunEnd::complete);
        verify_run(database, oracle, task, folder_ / std::to_string(runs_), 2, given.repeats);
        break;
      } catch (const testing::Killed&) {
        EXPECT_FALSE(resumed);
      }
    }
  }

  // Returns the number of inputs that the run counts as sent.
  static std::int64_t counted(const RunDatabase& database) {
    std::int64_t sum = database.get(&RunFacts::clean_queries) + database.get(&RunFacts::verification_queries);
    for (const InstanceRow& row : database.instances()) sum += row.attempts;
    return sum;
  }

  testing::TemporaryFolder folder_ = testing::TemporaryFolder::in_memory();
  std::function<void()> arm_ = [] {};  // called after the plan: sets when the process is killed
  int runs_ = 0;
};

// Attack on images in a norm.
struct Contender {
  std::string name;
  Norm norm = Norm::linf;
};
void PrintTo(const Contender& contender, std::ostream* out) {
  *out << contender.name << " in " << to_string(contender.norm);
}

std::vector<Contender> contenders() {
  std::vector<Contender> all;
  for (const auto& attack : attack_summaries())
    for (const Norm norm : attack.norms) all.push_back({attack.name, norm});
  return all;
}

class QueryCountOfImages : public QueryCount, public ::testing::WithParamInterface<Contender> {
 protected:
  static NormBall ball() {
    const Norm norm = GetParam().norm;
    static const std::map<Norm, double> epsilons = {
        {Norm::linf, 0.1}, {Norm::l2, 1}, {Norm::l0, 8}, {Norm::patch, 3}};
    return {norm, epsilons.at(norm), false, kShape};
  }
  // Returns the number of queries that the run counts; nullopt if the attack does not have these options.
  std::optional<std::int64_t> counted_of(const Options& given, Victim& victim) {
    const auto& [attack, norm] = GetParam();
    try {
      make_recipe(attack, kShape, given.visible, norm);
    } catch (const InputError&) {
      return std::nullopt;
    }
    PlanOptions options = plan_of(attack, given);
    options.norm = norm;
    RunDatabase database = this->database(make_plan(victim, data_, options, kBudget), given, given.minimises);
    const ImageTask task(kShape, ball(), given.minimises);
    run<Pixels>(database, victim, task, given, [&](const RunDatabase& stored) {
      return ImageAttacks(stored, task,
                          {.shape = kShape, .ball = ball(), .classes = kClasses, .substitutes = substitutes_},
                          given.visible);
    });
    return counted(database);
  }

  testing::LinearVictim labels_{kShape, kClasses, 3, 1.5};
  const ImageDataset data_ = testing::labelled_images(labels_, 8, 2);
  const std::shared_ptr<const Substitutes> substitutes_ =
      std::make_shared<const Substitutes>(std::vector<std::shared_ptr<Victim>>{
          std::make_shared<testing::RelatedVictim>(kShape, kClasses, 3, 21)});
};

TEST_P(QueryCountOfImages, EqualsWhatTheVictimReceives) {
  const bool white_box =
      make_recipe(GetParam().name, kShape, {}, GetParam().norm).summary.access == AccessLevel::gradients;
  for (const Options& given : options()) {
    SCOPED_TRACE(given.name);
    testing::LabelVictim labels(kShape, kClasses, 3, 1.5);
    testing::Mortal<testing::LinearVictim> scores(kShape, kClasses, 3, 1.5);
    testing::Mortal<testing::NoisyVictim> noisy(kShape, kClasses, 3, 1.5, 0.2);
    arm_ = [&] { scores.calls_left = noisy.calls_left = given.killed_in; };
    testing::LinearVictim* victim = &scores;
    if (!given.repeats.once()) victim = &noisy;
    if (given.visible.label_only()) victim = &labels;
    const auto counted = counted_of(given, *victim);
    if (!counted) continue;
    // Gradients that are recomputed when a killed run is resumed are attempts, too.
    if (white_box && given.killed_in >= 0)
      EXPECT_GE(*counted, victim->rows);
    else
      EXPECT_EQ(*counted, victim->rows);
  }
}

INSTANTIATE_TEST_SUITE_P(All, QueryCountOfImages, ::testing::ValuesIn(contenders()), [](const auto& test) {
  std::string name = test.param.name + "_" + to_string(test.param.norm);
  std::ranges::replace(name, '-', '_');
  return name;
});

TEST_F(QueryCount, OfSemanticAttacksEqualsWhatTheVictimReceives) {
  testing::LinearVictim labels(kShape, kClasses, 3, 1.5);
  const ImageDataset data = testing::labelled_images(labels, 8, 2);
  const auto space =
      std::make_shared<const SemanticSpace>(parse_semantic_rules("brightness=-0.4:0.4,contrast=0.5:1.5", 1));
  for (const auto& attack : attack_summaries<Transformed>())
    for (const Options& given : options()) {
      SCOPED_TRACE(attack.name + " " + given.name);
      testing::LabelVictim labelled(kShape, kClasses, 3, 1.5);
      testing::Mortal<testing::NoisyVictim> noisy(kShape, kClasses, 3, 1.5, given.repeats.once() ? 0 : 0.2);
      arm_ = [&] { noisy.calls_left = given.killed_in; };
      testing::LinearVictim* victim = &noisy;
      if (given.visible.label_only()) victim = &labelled;
      RunDatabase database = this->database(
          make_plan<Transformed>(*victim, data, plan_of(attack.name, given), kBudget), given, false);
      const SemanticTask task(kShape, space, 5);
      run<Transformed>(database, *victim, task, given, [&](const RunDatabase& stored) {
        return SemanticAttacks(stored, task, kClasses, given.visible);
      });
      EXPECT_EQ(counted(database), victim->rows);
    }
}

TEST_F(QueryCount, OfAttacksOnGraphsEqualsWhatTheVictimReceives) {
  testing::EdgeVictim labels(kClasses, 3, 0.3);
  const GraphDataset data = testing::labelled_graphs(labels, 8, 2);
  GraphBudget budget;
  budget.rules.ratio = 0.06;
  budget.queries_per_edit = 8;
  for (const auto& attack : attack_summaries<Graph>())
    for (const Options& given : options()) {
      if (given.killed_in >= 0) continue;
      SCOPED_TRACE(attack.name + " " + given.name);
      testing::LabelGraphVictim labelled(kClasses, 3, 0.3);
      testing::EdgeVictim scores(kClasses, 3, 0.3);
      testing::EdgeVictim* victim = &scores;
      if (given.visible.label_only()) victim = &labelled;
      try {
        make_recipe<Graph>(attack.name, given.visible);
      } catch (const InputError&) {
        continue;
      }
      RunDatabase database = this->database(make_plan(*victim, data, plan_of(attack.name, given), budget),
                                            given, given.minimises);
      const GraphTask task(budget.rules, given.minimises);
      run<Graph>(database, *victim, task, given, [&](const RunDatabase& stored) {
        return GraphAttacks(stored, task, kClasses, given.visible);
      });
      EXPECT_EQ(counted(database), victim->rows);
    }
}

}  // namespace
}  // namespace bora::attacks::query_count_test
