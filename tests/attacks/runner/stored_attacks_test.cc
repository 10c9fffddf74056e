// Runs of attacks that use substitute models or learn from earlier images.
#include "attacks/runner/stored_attacks.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>

#include <gtest/gtest.h>

#include "attacks/runner/image_plan.h"
#include "attacks/runner/run_contents.h"
#include "attacks/runner/runner.h"
#include "support/stub_victims.h"
#include "support/temporary_folder.h"

namespace bora::attacks::image_mount_test {
namespace {

constexpr ImageShape kShape{1, 8, 8};
constexpr int kClasses = 4;
constexpr int kBudget = 30;

std::string queries_of(const RunDatabase& database, const std::string& attack) {
  std::ostringstream out;
  for (const auto& row : database.instances())
    if (row.attack == attack)
      for (const auto& query : database.queries(row.id)) out << row.id << ' ' << query.input_hash << '\n';
  return out.str();
}

class ImageAttacksTest : public ::testing::Test {
 protected:
  RunDatabase create(const std::string& name, const std::vector<std::string>& attacks, int images) {
    std::filesystem::create_directories(folder_ / name);
    auto database = RunDatabase::create(folder_ / name / "run.sqlite");
    PlanOptions plan;
    plan.attacks = attacks;
    plan.inputs = images;
    plan.targeted = true;
    plan.random_targets = 1;
    const auto made = make_plan(victim_, testing::labelled_images(victim_, images + 4, 2), plan, kBudget);
    database.begin();
    store(made, database);
    database.commit();
    return database;
  }

  // Runs until `rounds` are done; 0: to the end.
  RunEnd run(RunDatabase& database, int threads, int rounds = 0, bool resumed = false) {
    const ImageTask task(kShape, ball_);
    const ImageAttacks factory(
        database, task, {.shape = kShape, .ball = ball_, .classes = kClasses, .substitutes = substitutes_},
        {}, least_);
    Oracle<Pixels> oracle(victim_);
    Ledger<Pixels> ledger(oracle, task, database);
    ThreadPool pool(threads);
    Runner<Pixels> runner(task, factory, database, ledger, pool, 5, learn_);
    if (resumed) runner.resume();
    std::atomic<bool> stop = false;
    rounds_ = 0;
    return runner.run(stop, [&](const RunProgress&) { stop = ++rounds_ == rounds; });
  }

  // Checks that a run of these attacks has the same results if it is interrupted after some rounds, killed
  // within others, or uses another number of threads.
  void expect_the_same_however_it_came_about(const std::vector<std::string>& attacks, int images) {
    auto whole = create("whole", attacks, images);
    ASSERT_EQ(run(whole, 1), RunEnd::complete);
    const std::string expected = contents(whole);
    const int rounds = rounds_;
    ASSERT_GT(rounds, 40);
    for (const auto& row : whole.instances())
      EXPECT_NE(row.status, InstanceStatus::failed) << row.attack << row.reason;
    auto threaded = create("threaded", attacks, images);
    EXPECT_EQ(run(threaded, 2), RunEnd::complete);
    EXPECT_EQ(contents(threaded), expected) << "threads";
    for (int stop = 7; stop < rounds; stop += rounds / 4) {
      auto parts = create("parts" + std::to_string(stop), attacks, images);
      EXPECT_EQ(run(parts, 2, stop), RunEnd::interrupted);
      EXPECT_EQ(run(parts, 1, 0, true), RunEnd::complete);
      EXPECT_EQ(contents(parts), expected) << "interrupted after " << stop;
      auto killed = create("killed" + std::to_string(stop), attacks, images);
      victim_.calls_left = stop;
      EXPECT_THROW(run(killed, 2), testing::Killed);
      EXPECT_EQ(run(killed, 2, 0, true), RunEnd::complete);
      EXPECT_EQ(contents(killed), expected) << "killed in round " << stop;
    }
  }

  testing::TemporaryFolder folder_ = testing::TemporaryFolder::in_memory();
  testing::Mortal<testing::LinearVictim> victim_{kShape, kClasses, 3, 1.5};
  LinfBall ball_{7.0 / 255, false};
  std::shared_ptr<const Substitutes> substitutes_;
  PriorUse least_ = PriorUse::optional;
  bool learn_ = false;
  int rounds_ = 0;
};

std::shared_ptr<const Substitutes> two_substitutes() {
  return std::make_shared<const Substitutes>(
      std::vector<std::shared_ptr<Victim>>{std::make_shared<testing::RelatedVictim>(kShape, kClasses, 3, 21),
                                           std::make_shared<testing::LinearVictim>(kShape, kClasses, 22)});
}

TEST_F(ImageAttacksTest, PassesSubstitutesOnlyToAttacksThatUseThem) {
  const std::vector<std::string> attacks = {"bo:candidates=20", "bo:prior=no:candidates=20", "square"};
  auto without = create("without", attacks, 3);
  run(without, 2);
  substitutes_ = two_substitutes();
  auto with = create("with", attacks, 3);
  run(with, 2);
  EXPECT_NE(queries_of(with, attacks[0]), queries_of(without, attacks[0]));
  for (const auto& attack : {attacks[1], attacks[2]}) {
    EXPECT_FALSE(queries_of(without, attack).empty());
    EXPECT_EQ(queries_of(with, attack), queries_of(without, attack)) << attack;
  }
}

TEST_F(ImageAttacksTest, PassesUselessSubstitutesOnlyToAttacksThatRequireThem) {
  const std::string bo = "bo:candidates=20";
  auto without = create("without", {bo, "square"}, 3);
  run(without, 2);
  substitutes_ = two_substitutes();
  auto with = create("with", {bo, "gfcs"}, 3);
  least_ = PriorUse::required;
  run(with, 2);
  EXPECT_EQ(queries_of(with, bo), queries_of(without, bo));
  EXPECT_FALSE(queries_of(with, "gfcs").empty());
}

// The start image of an attack depends on the run's seed, but not on the other attacks of the run.
TEST_F(ImageAttacksTest, StartImagesDoNotDependOnOtherAttacks) {
  substitutes_ = two_substitutes();
  const auto asked = [](const RunDatabase& database, const std::string& attack) {
    std::vector<std::vector<std::int64_t>> hashes;  // hashes of each instance's queries
    for (const auto& row : database.instances()) {
      if (row.attack != attack) continue;
      hashes.emplace_back();
      for (const auto& query : database.queries(row.id)) hashes.back().push_back(query.input_hash);
    }
    return hashes;
  };
  const std::string bo = "bo:candidates=20", square = "square:start=prior";
  auto alone = create("alone", {bo}, 3);
  run(alone, 1);
  auto beside = create("beside", {square, bo}, 3);
  run(beside, 1);
  EXPECT_EQ(asked(beside, bo), asked(alone, bo));
  auto reseeded = create("reseeded", {bo}, 3);
  reseeded.set(&RunFacts::seed, "1");
  run(reseeded, 1);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(asked(beside, square)[i].front(), asked(beside, bo)[i].front());
    EXPECT_NE(asked(reseeded, bo)[i].front(), asked(alone, bo)[i].front());
  }
}

// The plan queries the original once. The first query of an attack has other scores.
TEST_F(ImageAttacksTest, NoAttackQueriesTheOriginalFirst) {
  substitutes_ = two_substitutes();
  auto database = create("clean", {"simba", "gfcs", "simba-ods", "p-rgf", "zoo", "autozoom", "square"}, 3);
  run(database, 1);
  const auto inputs = database.inputs();
  std::map<std::string, int> news;  // attack -> number of instances whose first query is not the original
  for (const auto& row : database.instances()) {
    const auto input =
        std::find_if(inputs.begin(), inputs.end(), [&](const auto& i) { return i.id == row.input; });
    ASSERT_FALSE(input->scores.empty());
    news[row.attack] += database.queries(row.id).front().scores != input->scores ? 1 : 0;
  }
  // zoo probes one pixel, which may be at the end of its range already.
  for (const auto& [attack, count] : news) EXPECT_GT(count, 0) << attack;
}

TEST(CleanObservation, ContainsOnlyWhatIsVisible) {
  InputRow input;
  input.label = input.predicted = 2;
  input.scores = {1, 0, 4, 3};
  const Goal goal{2, {}};
  const auto kind = ScoreKind::logits;
  const auto full = clean_observation(input, goal, AccessLevel::scores, {}, kind);
  ASSERT_TRUE(full);
  EXPECT_EQ(full->predicted, 2);
  EXPECT_FALSE(full->adversarial);
  EXPECT_NEAR(full->log_p[3] - full->log_p[1], 3, 1e-6);
  const auto best = clean_observation(input, goal, AccessLevel::scores, Visibility::top(2), kind);
  EXPECT_NEAR(best->log_p[3] - best->log_p[1], 0, 1e-6)
      << "hidden classes are taken for as good as the worst";
  const auto white = clean_observation(input, goal, AccessLevel::gradients, Visibility::top(2), kind);
  EXPECT_NEAR(white->log_p[3] - white->log_p[1], 3, 1e-6) << "apgd-t aims at the best of all classes";
  const auto label = clean_observation(input, goal, AccessLevel::scores, Visibility::label(), kind);
  EXPECT_EQ(label->predicted, 2);
  EXPECT_EQ(label->log_p.size(), 0);
  EXPECT_EQ(clean_observation(input, goal, AccessLevel::labels, {}, kind)->log_p.size(), 0);
  input.scores.clear();
  EXPECT_FALSE(clean_observation(input, goal, AccessLevel::scores, {}, kind));
}

TEST_F(ImageAttacksTest, ARunWithSubstitutesResumesExactly) {
  substitutes_ = two_substitutes();
  expect_the_same_however_it_came_about({"bo:candidates=20", "square:start=prior", "gfcs", "simba-ods",
                                         "p-rgf:samples=5", "p-bo:initial=3:starts=2:ascent=4"},
                                        4);
}

TEST_F(ImageAttacksTest, ARunThatLearnsResumesExactly) {
  learn_ = true;
  ball_ = LinfBall(3.0 / 255, false);  // long enough for models to be fitted, which warm starts are made of
  expect_the_same_however_it_came_about({"bo:candidates=20:warm-up=5", "square"}, 12);
}

TEST_F(ImageAttacksTest, WarmStartsChangeOnlyTheQueriesOfLaterImages) {
  ball_ = LinfBall(3.0 / 255, false);
  const std::vector<std::string> attacks = {"bo:candidates=20:warm-up=5",
                                            "bo:prior=no:candidates=20:warm-up=5", "square"};
  auto plain = create("plain", attacks, 12);
  run(plain, 1);
  EXPECT_TRUE(plain.warm_starts().empty());
  learn_ = true;
  auto learning = create("learning", attacks, 12);
  run(learning, 1);
  const auto rows = learning.instances();
  EXPECT_GT(learning.warm_starts().size(), 4U);
  for (const auto& warm_start : learning.warm_starts())
    EXPECT_EQ(rows[static_cast<std::size_t>(warm_start.instance)].attack, attacks[0]);
  EXPECT_NE(queries_of(learning, attacks[0]), queries_of(plain, attacks[0]));
  for (const auto& attack : {attacks[1], attacks[2]})
    EXPECT_EQ(queries_of(learning, attack), queries_of(plain, attack)) << attack;
}

}  // namespace
}  // namespace bora::attacks::image_mount_test
