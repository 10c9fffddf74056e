#include "attacks/universal/universal_search.h"

#include <gtest/gtest.h>

#include "attacks/factory.h"
#include "attacks/ledger/ledger.h"
#include "attacks/runner/image_plan.h"
#include "attacks/runner/runner.h"
#include "attacks/universal/universal_attacks.h"
#include "support/input_error.h"
#include "support/stub_victims.h"
#include "support/temporary_folder.h"

namespace bora::attacks {
namespace {

constexpr ImageShape kShape{1, 12, 12};
constexpr int kClasses = 3, kSearched = 4, kUnseen = 6, kBudget = 80;

class Universal : public ::testing::Test {
 protected:
  RunDatabase database(const std::string& name, const Visibility& visible = {}) {
    std::filesystem::create_directories(folder_ / name);
    RunDatabase database = RunDatabase::create(folder_ / name / "run.sqlite");
    PlanOptions options;
    options.attacks = {"random", "procedural"};
    options.searched = kSearched;
    options.inputs = kUnseen;
    options.visible = visible;
    const Plan plan = make_plan(victim_, testing::labelled_images(victim_, 20, 3), options, 1);
    database.begin();
    store(plan, database);
    database.set(&RunFacts::searched, kSearched);
    database.commit();
    return database;
  }

  // Runs a search that stops after `perturbations` perturbations.
  std::optional<Pixels> find(RunDatabase& database, const std::string& attack, int perturbations = 1000,
                             const Visibility& visible = {}, int budget = kBudget) {
    std::atomic<bool> stop = false;
    UniversalSearch search(database, oracle_, task_, kShape, ball_, visible, {}, 5, 3);
    return search.find(attack, budget, stop,
                       [&](int queries) { stop = queries >= perturbations * kSearched; });
  }
  // Runs a whole search of `random` on another victim.
  std::optional<Pixels> find_on(Oracle<Pixels>& oracle, RunDatabase& database) {
    const std::atomic<bool> stop = false;
    return UniversalSearch(database, oracle, task_, kShape, ball_, {}, {}, 5, 3)
        .find("random", kBudget, stop, [](int) {});
  }

  // Returns the number of images of the search that a perturbation fools.
  int fooled(const RunDatabase& database, const Pixels& perturbed) {
    int count = 0;
    for (const InputRow& row : database.inputs()) {
      if (row.reason != bora::attacks::kSearched) continue;
      const Pixels original = task_.original(row.content);
      Batch image = original + perturbed - universal_centre(kShape);
      ball_.project(original.data(), image.data(), kShape.size());
      count += victim_.labels(image).front() != row.label ? 1 : 0;
    }
    return count;
  }

  testing::TemporaryFolder folder_ = testing::TemporaryFolder::in_memory();
  testing::LinearVictim victim_{kShape, kClasses, 1, 3};
  Oracle<Pixels> oracle_{victim_};
  NormBall ball_ = LinfBall(0.1, false);
  ImageTask task_{kShape, ball_};
};

TEST_F(Universal, SpendsOneQueryPerImageAndReturnsThePerturbationThatFoolsMost) {
  RunDatabase run = database("run");
  const std::int64_t before = oracle_.queries();
  const std::optional<Pixels> found = find(run, "random");
  ASSERT_TRUE(found);
  EXPECT_EQ(oracle_.queries() - before, kBudget);
  const std::vector<SearchRow> answers = run.searches("random");
  ASSERT_EQ(answers.size(), 80U);
  int most = 0;
  for (std::size_t first = 0; first < answers.size(); first += kSearched) {
    int count = 0;
    for (int i = 0; i < kSearched; ++i) {
      const SearchRow& answer = answers[first + i];
      EXPECT_EQ(answer.number, static_cast<int>(first) + i + 1);
      EXPECT_EQ(answer.input_hash, answers[first].input_hash);
      EXPECT_EQ(answer.success, answer.objective > 0);
      count += answer.success ? 1 : 0;
    }
    most = std::max(most, count);
  }
  EXPECT_GT(most, 0);
  EXPECT_EQ(fooled(run, *found), most);
  const Pixels grey = universal_centre(kShape);
  EXPECT_TRUE(ball_.contains(grey.data(), found->data(), kShape.size()));
}

TEST_F(Universal, AnInterruptedSearchContinuesFromItsAnswers) {
  for (const std::string attack : {"random", "procedural", "square"}) {
    RunDatabase whole = database("whole-" + attack), parts = database("parts-" + attack);
    const std::optional<Pixels> found = find(whole, attack);
    EXPECT_FALSE(find(parts, attack, 7));
    EXPECT_EQ(parts.searches(attack).size(), 7U * kSearched);
    const std::int64_t before = oracle_.queries();
    EXPECT_EQ(find(parts, attack), found) << attack;
    EXPECT_EQ(oracle_.queries() - before, kBudget - 7 * kSearched);
    EXPECT_EQ(find(parts, attack), found) << attack;  // from stored answers only
  }
}

// The first batch of three images is sent twice, and the first image of the search once as a clean input.
TEST_F(Universal, RepeatedPassesAreCountedAndCostNoQuery) {
  RunDatabase run = database("run");
  const std::int64_t clean = run.get(&RunFacts::clean_queries);
  testing::FailingVictim failing(kShape, kClasses, 1, 3);
  failing.fails = [](const auto&) { return true; };
  failing.failures_left = 1;
  Oracle<Pixels> oracle(failing);
  EXPECT_TRUE(find_on(oracle, run));
  EXPECT_EQ(run.searches("random").size(), static_cast<std::size_t>(kBudget));
  EXPECT_EQ(run.get(&RunFacts::search_repeats), 3);
  EXPECT_EQ(run.get(&RunFacts::clean_queries), clean + 1);
  EXPECT_EQ(oracle.queries(), kBudget + 3 + 1);
}

// Batches hold three of the four images. The process dies in the first or second batch of a perturbation, or
// while it asks whether the victim is up.
TEST_F(Universal, EveryImageThatAKilledProcessSentIsCounted) {
  for (const std::string attack : {"random", "procedural", "square", "bo", "simba"}) {
    RunDatabase run = database(attack);
    testing::Mortal<testing::FailingVictim> mortal(kShape, kClasses, 1, 3);
    Oracle<Pixels> oracle(mortal);
    const std::atomic<bool> stop = false;
    const auto search = [&] {
      UniversalSearch begun(run, oracle, task_, kShape, ball_, {}, {}, 5, 3);
      EXPECT_FALSE(begun.queried());
      begun.find(attack, kBudget, stop, [](int) {});
      return begun.queried();
    };
    const auto counted = [&] {
      return run.get(&RunFacts::search_repeats) + run.get(&RunFacts::clean_queries) +
             static_cast<std::int64_t>(run.searches(attack).size());
    };
    for (const int calls : {0, 1, 2, 3, 7}) {
      mortal.calls_left = calls;
      EXPECT_THROW(search(), testing::Killed);
      EXPECT_EQ(counted(), mortal.rows) << attack;
    }
    const int before = mortal.rows;
    mortal.fails = [](const auto&) { return true; };
    mortal.failures_left = 1;
    mortal.calls_left = 1;
    EXPECT_THROW(search(), testing::Killed) << "the clean image";
    EXPECT_EQ(mortal.rows, before + 1) << "a failing victim does not count";
    EXPECT_TRUE(search());
    EXPECT_EQ(run.searches(attack).size(), static_cast<std::size_t>(kBudget));
    EXPECT_EQ(counted(), mortal.rows + 3) << attack;
    EXPECT_FALSE(search()) << "all answers are known, so that the process may have died later";
  }
}

TEST_F(Universal, PassesOfTheVictimItselfAreCounted) {
  struct Twice final : testing::LinearVictim {
    using LinearVictim::LinearVictim;
    Scores scores(const Batch& images) override {
      rows = static_cast<std::size_t>(images.rows());
      return LinearVictim::scores(images);
    }
    std::vector<int> passes() const override { return std::vector<int>(rows, 2); }
    std::size_t rows = 0;
  };
  RunDatabase run = database("run");
  Twice twice(kShape, kClasses, 1, 3);
  Oracle<Pixels> oracle(twice);
  EXPECT_TRUE(find_on(oracle, run));
  EXPECT_EQ(run.get(&RunFacts::search_repeats), kBudget);
}

// If the first request of a batch fails permanently, the others are not sent. The clean input is not sent
// either, because an interruption comes before it.
TEST_F(Universal, InputsThatWereNotSentDoNotCountAsPasses) {
  struct Remote final : testing::LinearVictim {
    using LinearVictim::LinearVictim;
    Scores scores(const Batch& images) override {
      sent.assign(static_cast<std::size_t>(images.rows()), 0);
      if (images.rows() == 1) throw VictimInterrupted("interrupted");
      sent.front() = 1;
      throw VictimError("gone");
    }
    std::vector<int> passes() const override { return sent; }
    std::vector<int> sent;
  };
  RunDatabase run = database("run");
  const std::int64_t clean = run.get(&RunFacts::clean_queries);
  Remote remote(kShape, kClasses, 1, 3);
  Oracle<Pixels> oracle(remote);
  EXPECT_THROW(find_on(oracle, run), VictimDown);
  EXPECT_EQ(run.get(&RunFacts::search_repeats), 1);
  EXPECT_EQ(run.get(&RunFacts::clean_queries), clean);
}

// Batches hold three images. Ctrl-C comes after two of the four images of the first perturbation, then after
// the other two.
TEST_F(Universal, AnInterruptedPerturbationKeepsItsAnswers) {
  RunDatabase whole = database("whole"), run = database("run");
  const std::optional<Pixels> found = find(whole, "random");
  testing::InterruptibleVictim waiting(kShape, kClasses, 1, 3);
  waiting.interrupted = true;
  Oracle<Pixels> oracle(waiting);
  waiting.answered = 2;
  EXPECT_THROW(find_on(oracle, run), VictimDown);
  EXPECT_EQ(run.searches("random").size(), 2U);
  EXPECT_THROW(find_on(oracle, run), VictimDown);
  EXPECT_EQ(run.searches("random").size(), 4U);
  waiting.interrupted = false;
  EXPECT_EQ(find_on(oracle, run), found);
  EXPECT_EQ(oracle.queries(), kBudget);
  EXPECT_EQ(run.get(&RunFacts::search_repeats), 0);
  const auto rows = run.searches("random"), expected = whole.searches("random");
  ASSERT_EQ(rows.size(), expected.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i].input, expected[i].input);
    EXPECT_EQ(rows[i].input_hash, expected[i].input_hash);
    EXPECT_EQ(rows[i].objective, expected[i].objective);
  }
}

TEST_F(Universal, AnInterruptedBatchDoesNotCountAsAPass) {
  RunDatabase run = database("run");
  testing::InterruptibleVictim waiting(kShape, kClasses, 1, 3);
  waiting.interrupted = true;
  Oracle<Pixels> oracle(waiting);
  EXPECT_THROW(find_on(oracle, run), VictimDown);
  EXPECT_EQ(run.get(&RunFacts::search_repeats), 0);
  EXPECT_EQ(oracle.queries(), 0);
}

// The victim is down from the second perturbation on. The passes of the failed queries are stored, too.
TEST_F(Universal, ExpensesOfAnInterruptedSearchAreKept) {
  RunDatabase run = database("run");
  testing::FailingVictim failing(kShape, kClasses, 1, 3);
  Oracle<Pixels> oracle(failing);
  const std::atomic<bool> stop = false;
  const std::int64_t clean = run.get(&RunFacts::clean_queries);
  UniversalSearch search(run, oracle, task_, kShape, ball_, {}, {.pauses = {}}, 5, 3);
  EXPECT_THROW(
      search.find("random", kBudget, stop, [&](int) { failing.fails = [](const auto&) { return true; }; }),
      VictimDown);
  EXPECT_EQ(run.searches("random").size(), static_cast<std::size_t>(kSearched));
  EXPECT_EQ(run.get(&RunFacts::search_repeats), 3);
  EXPECT_EQ(run.get(&RunFacts::clean_queries), clean + 1);
  const double seconds = run.get(&RunFacts::wall_seconds);
  EXPECT_GT(seconds, 0);
  EXPECT_FALSE(find(run, "random", 3));
  EXPECT_GT(run.get(&RunFacts::wall_seconds), seconds);
}

// The victim throws if it is queried for scores.
TEST_F(Universal, UsesLabelsIfNothingElseIsVisible) {
  RunDatabase run = database("run");
  testing::LabelVictim labels(kShape, kClasses, 1);
  Oracle<Pixels> oracle(labels);
  std::atomic<bool> stop = false;
  UniversalSearch search(run, oracle, task_, kShape, ball_, Visibility::label(), {}, 5, 3);
  EXPECT_TRUE(search.find("procedural", kBudget, stop, [](int) {}));
  for (const SearchRow& answer : run.searches("procedural")) EXPECT_EQ(std::abs(answer.objective), 1);
}

TEST_F(Universal, ABudgetBelowOnePerturbationIsRefused) {
  RunDatabase run = database("run");
  const auto search = [&] { find(run, "random", 1000, {}, kSearched - 1); };
  testing::expect_input_error(search, "--budget: got 3", "4 images");
}

TEST_F(Universal, UnsuitableAttacksAreRefused) {
  for (const std::string attack : {"rays", "pgd", "p-rgf"})
    testing::expect_input_error([&] { check_universal(attack, make_recipe(attack, kShape).summary); },
                                "attack " + attack, "--universal");
  for (const std::string attack : {"bo", "procedural", "random", "square", "simba"})
    check_universal(attack, make_recipe(attack, kShape).summary);
}

// Images of the search are not attacked, and each other image is queried once.
TEST_F(Universal, AttackedImagesGetOneQueryEach) {
  RunDatabase run = database("run");
  std::map<std::string, Pixels> changes;
  for (const std::string attack : {"random", "procedural"})
    changes[attack] = *find(run, attack) - universal_centre(kShape);
  const UniversalAttacks factory(run, task_, {}, changes);
  Ledger<Pixels> ledger(oracle_, task_, run);
  ThreadPool pool(1);
  Runner<Pixels> runner(task_, factory, run, ledger, pool, 4);
  const std::atomic<bool> stop = false;
  EXPECT_EQ(runner.run(stop, [](const RunProgress&) {}), RunEnd::complete);
  int searched = 0;
  std::map<int, std::string> reasons;
  for (const InputRow& row : run.inputs()) {
    reasons[row.id] = row.reason;
    searched += row.reason == bora::attacks::kSearched ? 1 : 0;
  }
  EXPECT_EQ(searched, kSearched);
  const auto instances = run.instances();
  EXPECT_EQ(instances.size(), 2U * kUnseen);
  for (const InstanceRow& row : instances) {
    EXPECT_EQ(row.queries, 1);
    EXPECT_EQ(reasons[row.input], "");
    EXPECT_EQ(row.status == InstanceStatus::success, run.queries(row.id).front().success);
  }
}

}  // namespace
}  // namespace bora::attacks
