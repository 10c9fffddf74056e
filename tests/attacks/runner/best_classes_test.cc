// Victims that return their best classes only: attacks have the same results as with such a visibility.
#include <algorithm>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "attacks/ledger/image_task.h"
#include "attacks/runner/image_plan.h"
#include "attacks/runner/runner.h"
#include "attacks/runner/stored_attacks.h"
#include "attacks/runner/verifier.h"
#include "support/stub_victims.h"
#include "support/temporary_folder.h"

namespace bora::attacks::best_classes_test {
namespace {

constexpr ImageShape kShape{1, 6, 6};
constexpr int kClasses = 5, kTop = 2, kBudget = 30;

class BestClasses : public ::testing::TestWithParam<Repeats> {
 protected:
  RunDatabase attacked(const std::string& name, Victim& victim) {
    std::filesystem::create_directory(folder_ / name);
    auto database = RunDatabase::create(folder_ / name / "run.sqlite");
    PlanOptions plan;
    plan.attacks = {"bo", "square", "nes", "rays"};
    plan.visible = visible_;
    plan.repeats = GetParam().most;
    plan.inputs = 4;
    plan.targeted = true;
    plan.random_targets = 2;
    database.begin();
    store(make_plan(victim, data_, plan, kBudget), database);
    database.commit();
    const ImageTask task(kShape, ball_);
    const ImageAttacks factory(database, task, {.shape = kShape, .ball = ball_, .classes = kClasses},
                               visible_);
    Oracle<Pixels> oracle(victim);
    Ledger<Pixels> ledger(oracle, task, database, visible_, {}, GetParam());
    ThreadPool pool(2);
    const std::atomic<bool> stop = false;
    Runner<Pixels> runner(task, factory, database, ledger, pool, 5);
    EXPECT_EQ(runner.run(stop, [](const RunProgress&) {}), RunEnd::complete);
    const Verification verified = verify_run(database, oracle, task, folder_ / name, 8, GetParam());
    EXPECT_GT(verified.examples, 0);
    EXPECT_TRUE(verified.clean());
    return database;
  }

  testing::TemporaryFolder folder_ = testing::TemporaryFolder::in_memory();
  testing::LinearVictim all_{kShape, kClasses, 3, 1.5};
  testing::BestClassesVictim best_{kShape, kClasses, 3, 1.5, kTop};
  ImageDataset data_ = testing::labelled_images(all_, 8, 2);
  LinfBall ball_{12.0 / 255, false};
  Visibility visible_ = Visibility::top(kTop);
};

TEST_P(BestClasses, AttacksSeeTheSame) {
  const RunDatabase all = attacked("all", all_), best = attacked("best", best_);
  const auto expected = all.instances(), instances = best.instances();
  ASSERT_EQ(instances.size(), expected.size());
  int hidden = 0;
  for (std::size_t i = 0; i < instances.size(); ++i) {
    EXPECT_EQ(instances[i].status, expected[i].status) << instances[i].attack;
    EXPECT_EQ(instances[i].queries, expected[i].queries) << instances[i].attack;
    const auto wanted = all.queries(expected[i].id), queries = best.queries(instances[i].id);
    ASSERT_EQ(queries.size(), wanted.size());
    for (std::size_t k = 0; k < queries.size(); ++k) {
      EXPECT_EQ(queries[k].input_hash, wanted[k].input_hash) << instances[i].attack << ' ' << k;
      EXPECT_EQ(queries[k].objective, wanted[k].objective) << instances[i].attack << ' ' << k;
      EXPECT_EQ(queries[k].predicted, wanted[k].predicted) << instances[i].attack << ' ' << k;
      hidden += static_cast<int>(std::ranges::count(queries[k].scores, kHidden));
    }
    EXPECT_EQ(std::ranges::count(queries.front().scores, kHidden), kClasses - kTop);
  }
  EXPECT_GT(hidden, 0);
}

INSTANTIATE_TEST_SUITE_P(, BestClasses,
                         ::testing::Values(Repeats{1, 1, 1}, Repeats{1, 3, 2}, Repeats{2, 3, 2}),
                         [](const auto& tested) {
                           return "average" + std::to_string(tested.param.average) + "of" +
                                  std::to_string(tested.param.most);
                         });

}  // namespace
}  // namespace bora::attacks::best_classes_test
