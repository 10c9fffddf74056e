// Requirements on every attack on images in the factory.
#include <algorithm>
#include <atomic>

#include <gtest/gtest.h>

#include "attacks/image/balls.h"
#include "attacks/image/proposals/start_image.h"
#include "attacks/runner/image_plan.h"
#include "attacks/runner/plan.h"
#include "attacks/runner/run_contents.h"
#include "attacks/runner/runner.h"
#include "attacks/runner/stored_attacks.h"
#include "support/attack_driver.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::attacks {
namespace {

using testing::AttackDriver;
using testing::LinearVictim;
using testing::random_problem;
using testing::RelatedVictim;

constexpr int kClasses = 4;

struct Setting {
  ImageShape shape;
  bool targeted;
  bool continuous;
};

// Settings of an attack in these tests: small ones for attacks that take long, large steps for attacks that
// need many queries per step.
struct Allowance {
  std::string spec = "";  // specification with settings; "": the name only
  int budget = 45;        // queries within which it fools an easy victim and moves by half of epsilon
  bool seeded = true;     // whether its run depends on the seed
};

const std::map<std::string, Allowance> kAllowances = {
    {"adba", {.seeded = false}},
    {"addgp-bo", {.spec = "addgp-bo:side=5:candidates=500:groups=5:partitions=4"}},
    {"autozoom", {.spec = "autozoom:side=4:step=0.3", .budget = 90}},
    {"casmopolitan", {.spec = "casmopolitan:side=4:refit=15"}},
    {"cocabo", {.spec = "cocabo:side=4:refit=20"}},
    {"bandits", {.spec = "bandits:tile=4"}},
    {"gp-bo", {.spec = "gp-bo:side=5:candidates=500"}},
    {"gfcs", {.spec = "gfcs:step=2"}},
    {"gp-bo-auto", {.spec = "gp-bo-auto:side=5:smallest=3:largest=7:candidates=500"}},
    {"nes", {.spec = "nes:samples=4:step=0.5"}},
    {"p-bo", {.spec = "p-bo:starts=2:ascent=20:rate=0.1"}},
    {"p-bo:start=prior", {.spec = "p-bo:start=prior:starts=2:ascent=20:rate=0.1"}},
    {"p-rgf", {.spec = "p-rgf:samples=4:step=0.5"}},
    {"adba:start=prior", {.seeded = false}},
    {"rays", {.seeded = false}},
    {"rays:start=prior", {.seeded = false}},
    {"sign-hunter", {.seeded = false}},
    {"sign-hunter:start=prior", {.seeded = false}},
    {"simba", {.spec = "simba:step=2"}},
    {"simba-ods", {.spec = "simba-ods:step=2"}},
    {"square-plus", {.budget = 90}},
    {"zoo", {.spec = "zoo:side=2:decoder=block:batch=4:step=1"}},
};

Allowance allowance(const std::string& name) {
  const auto found = kAllowances.find(name);
  Allowance given = found == kAllowances.end() ? Allowance() : found->second;
  if (given.spec.empty()) given.spec = name;
  return given;
}

// Attack in a norm, with or without two substitute models.
struct Contender {
  std::string name;
  bool prior = false;
  Norm norm = Norm::linf;
};
void PrintTo(const Contender& contender, std::ostream* out) {
  *out << contender.name << " in " << to_string(contender.norm)
       << (contender.prior ? " with substitute models" : "");
}

class AttackConformance : public ::testing::TestWithParam<std::tuple<Contender, int>> {
 protected:
  static Setting setting() {
    static const std::vector<Setting> all = {
        {{1, 16, 16}, true, false}, {{3, 15, 18}, false, false}, {{3, 16, 16}, true, true}};
    return all[std::get<1>(GetParam())];
  }
  const Allowance given_ = allowance(std::get<0>(GetParam()).name);
  static Norm norm() { return std::get<0>(GetParam()).norm; }
  static NormBall ball(double share) { return ball_of(norm(), share, setting().continuous, setting().shape); }
  AttackRecipe<Pixels> recipe() const { return make_recipe(given_.spec, setting().shape, {}, norm()); }

  AttackProblem problem(double share, std::uint64_t seed = 5) {
    auto problem = random_problem(victim_, setting().targeted, ball(share), given_.budget, seed);
    problem.substitutes = substitutes();
    return problem;
  }
  // Returns a substitute model similar to the victim and an unrelated one; null for attacks without.
  static std::shared_ptr<const Substitutes> substitutes() {
    if (!std::get<0>(GetParam()).prior) return nullptr;
    return std::make_shared<Substitutes>(std::vector<std::shared_ptr<Victim>>{
        std::make_shared<RelatedVictim>(setting().shape, kClasses, 1, 17),
        std::make_shared<LinearVictim>(setting().shape, kClasses, 18)});
  }
  AttackDriver driver(const AttackProblem& problem) { return {recipe(), victim_, problem}; }

  LinearVictim victim_{setting().shape, kClasses, 1};
};

TEST_P(AttackConformance, QueriesImagesThatUseTheBall) {
  auto driver = this->driver(problem(0.05));
  driver.run(given_.budget, false);
  const auto& [ball, original] = std::tie(driver.problem().ball, driver.problem().original);
  double largest = 0;
  for (const auto& image : driver.images()) {
    const int d = static_cast<int>(image.size());
    EXPECT_TRUE(ball.is_image(image.data(), d));
    EXPECT_TRUE(recipe().summary.leaves_ball || ball.contains(original.data(), image.data(), d));
    largest = std::max(largest, ball.distance(original.data(), image.data(), d));
  }
  EXPECT_GT(largest, 0.5 * ball.epsilon());
}

TEST_P(AttackConformance, SameSeedGivesSameRunAndOtherSeedAnother) {
  auto first = driver(problem(0.05)), again = driver(problem(0.05)), other = driver(problem(0.05, 6));
  for (auto* run : {&first, &again, &other}) run->run(given_.budget, false);
  EXPECT_EQ(first.images(), again.images());
  if (given_.seeded) {
    EXPECT_NE(first.images(), other.images());
  }
}

TEST_P(AttackConformance, FoolsAVictimThatIsEasyToFool) {
  victim_ = LinearVictim(setting().shape, kClasses, 1, 40);
  auto driver = this->driver(problem(1));
  EXPECT_GT(driver.run(given_.budget), 0);
}

// Schedules that depend on the budget must work with a small one.
TEST_P(AttackConformance, AcceptsAnyBudget) {
  for (const int budget : {1, 2, 7}) {
    auto small = problem(0.05);
    small.budget = budget;
    driver(small).run(budget, false);
  }
}

TEST_P(AttackConformance, WorksWithoutAnExample) {
  auto alone = problem(0.05);
  alone.example.resize(0);
  driver(alone).run(given_.budget, false);
}

// The problem holds the victim's answer for the original, so no attack may spend a query on it.
TEST_P(AttackConformance, NeverQueriesTheOriginalIfItsAnswerIsKnown) {
  auto informed = problem(0.05);
  const Scores scores = victim_.scores(informed.original);
  informed.clean = observe(scores, log_probabilities(scores), 0, informed.goal);
  auto driver = this->driver(informed);
  driver.run(given_.budget, false);
  EXPECT_NE(driver.images().front(), informed.original);
}

TEST_P(AttackConformance, AskAgainWithoutTellGivesAValidImage) {
  auto driver = this->driver(problem(0.05));
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(driver.attack().ask()->allFinite());
    driver.query();
  }
}

// Whole runs: plan, ledger, runner and database.
class AttackInRuns : public AttackConformance {
 protected:
  // Returns contents() of a run of an attack against `victim`. `cut`: number of rounds after which it is
  // stopped and resumed; 0: not at all.
  std::string run(const std::string& name, Victim& victim, const std::string& attack,
                  const Visibility& visible, int cut, bool minimises = false) {
    std::filesystem::create_directories(folder_ / name);
    auto database = RunDatabase::create(folder_ / name / "run.sqlite");
    const auto data = testing::labelled_images(victim, 12, 3);
    PlanOptions plan;
    plan.visible = visible;
    plan.norm = norm();
    plan.attacks = {attack};
    plan.inputs = 3;
    plan.targeted = setting().targeted;
    plan.random_targets = setting().targeted ? 1 : 0;
    const Plan made = make_plan(victim, data, plan, given_.budget);
    database.begin();
    store(made, database);
    database.set(&RunFacts::minimise, minimises);
    database.commit();
    const NormBall ball = this->ball(share_);
    const ImageTask task(setting().shape, ball, minimises);
    const ImageAttacks factory(
        database, task,
        {.shape = setting().shape, .ball = ball, .classes = kClasses, .substitutes = substitutes()}, visible);
    Oracle<Pixels> oracle(victim);
    ThreadPool pool(1);
    for (const int rounds : {cut, 0}) {
      Ledger<Pixels> ledger(oracle, task, database, visible);
      Runner<Pixels> runner(task, factory, database, ledger, pool, 2);
      runner.resume();
      std::atomic<bool> stop = false;
      int done = 0;
      runner.run(stop, [&](const RunProgress&) { stop = ++done == rounds; });
    }
    check(database, task, ball);
    return contents(database);
  }

  void check(const RunDatabase& database, const ImageTask& task, const NormBall& ball) {
    std::map<int, Pixels> found;
    for (const auto& row : database.adversarials())
      found[row.instance] = task.attacked(row.content, row.details);
    const auto inputs = database.inputs();
    for (const auto& row : database.instances()) {
      EXPECT_TRUE(row.status == InstanceStatus::success || row.status == InstanceStatus::exhausted)
          << to_string(row.status) << ": " << row.reason;
      EXPECT_LE(row.queries, given_.budget);
      const auto queries = database.queries(row.id);
      ASSERT_EQ(static_cast<int>(queries.size()), row.queries);
      for (std::size_t i = 0; i < queries.size() && !task.minimises(); ++i)
        EXPECT_EQ(queries[i].success, row.status == InstanceStatus::success && i + 1 == queries.size());
      EXPECT_EQ(found.contains(row.id), row.status == InstanceStatus::success);
      if (!found.contains(row.id)) continue;
      const auto input =
          std::find_if(inputs.begin(), inputs.end(), [&](const auto& i) { return i.id == row.input; });
      const Pixels original = task.original(input->content);
      EXPECT_TRUE(ball.contains(original.data(), found[row.id].data(), setting().shape.size()));
    }
  }

  testing::TemporaryFolder folder_ = testing::TemporaryFolder::in_memory();
  double share_ = 0.03;  // share of the runs' ball, see ball_of()
};

TEST_P(AttackInRuns, KeepsTheBudgetEndsAtTheFirstSuccessAndResumesExactly) {
  EXPECT_EQ(run("whole", victim_, given_.spec, {}, 0), run("parts", victim_, given_.spec, {}, 13));
}

// Up to the first success the queries are those of a run that does not minimise. The final example is at most
// as far away as the first one.
TEST_P(AttackInRuns, MinimisesAfterTheSameFirstSuccess) {
  share_ = 0.3;  // most attacks succeed
  const auto rows = [&](const std::string& name) { return RunDatabase::open(folder_ / name / "run.sqlite"); };
  run("plain", victim_, given_.spec, {}, 0);
  EXPECT_EQ(run("whole", victim_, given_.spec, {}, 0, true),
            run("parts", victim_, given_.spec, {}, 25, true));
  const RunDatabase plain = rows("plain"), minimised = rows("whole");
  std::map<int, FirstRow> firsts;
  for (const FirstRow& row : minimised.firsts()) firsts[row.instance] = row;
  const auto adversarials = plain.adversarials();
  // Attacks that start outside the ball may not enter it within the budget.
  if (!recipe().summary.leaves_ball) {
    EXPECT_FALSE(adversarials.empty()) << "no success to compare";
  }
  EXPECT_EQ(firsts.size(), adversarials.size());
  for (const AdversarialRow& row : adversarials) {
    EXPECT_EQ(firsts[row.instance].content, row.content);
    EXPECT_EQ(firsts[row.instance].distance, row.distance);
  }
  for (const AdversarialRow& row : minimised.adversarials())
    EXPECT_LE(row.distance, firsts[row.instance].distance);
  for (const InstanceRow& row : plain.instances()) {
    const auto before = plain.queries(row.id), after = minimised.queries(row.id);
    ASSERT_LE(before.size(), after.size());
    for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(before[i].input_hash, after[i].input_hash);
  }
}

TEST_P(AttackInRuns, WorksWithTheBestClassesOnly) {
  run("top", victim_, given_.spec, Visibility::top(2), 0);
}

// Returns whether there is a separate attack of this name and norm for labels.
bool is_made_for_labels(const std::string& name, Norm norm) {
  return std::ranges::any_of(attack_kinds().front().summaries(), [&](const AttackSummary& summary) {
    return summary.name == name && summary.access == AccessLevel::labels &&
           std::ranges::find(summary.norms, norm) != summary.norms.end();
  });
}

// The victim throws if it is queried for scores.
TEST_P(AttackInRuns, NeverRequestsScoresIfOnlyLabelsAreVisible) {
  const AccessLevel access = recipe().summary.access;
  if (access == AccessLevel::gradients) {
    testing::expect_input_error([&] { make_recipe(given_.spec, setting().shape, Visibility::label()); },
                                "attack " + given_.spec, "gradients", "class alone is visible");
    return;
  }
  testing::LabelVictim victim(setting().shape, kClasses, 1);
  if (norm() != Norm::linf && access == AccessLevel::scores && !recipe().summary.ignores_answers &&
      !is_made_for_labels(recipe().summary.name, norm())) {
    testing::expect_input_error(
        [&] { make_recipe(given_.spec, setting().shape, Visibility::label(), norm()); },
        "attack " + given_.spec, "norm linf alone", "the norm is " + to_string(norm()));
    return;
  }
  // Few repeats for attacks that estimate scores from labels.
  std::string attack = given_.spec;
  for (const auto& each :
       attack_settings(recipe().summary.name, setting().shape, Visibility::label(), norm()))
    if (each.key == "repeats") attack += ":repeats=2";
  EXPECT_EQ(run("whole", victim, attack, Visibility::label(), 0),
            run("parts", victim, attack, Visibility::label(), 13));
}

// Returns the attacks that have the setting start=prior.
std::vector<std::string> attacks_with_start(Norm norm) {
  std::vector<std::string> names;
  for (const auto& attack : attack_summaries()) {
    if (std::ranges::find(attack.norms, norm) == attack.norms.end()) continue;
    for (const auto& setting : attack_settings(attack.name, {3, 32, 32}, {}, norm))
      if (setting.key == "start" && setting.valid.find("prior") != std::string::npos)
        names.push_back(attack.name);
  }
  return names;
}

// Returns every attack in each of its norms: without substitute models if it runs without them, with them if
// it uses them, and with start=prior if it has this setting.
std::vector<Contender> contenders() {
  std::vector<Contender> all;
  for (const auto& attack : attack_summaries()) {
    for (const Norm norm : attack.norms) {
      const PriorUse prior = make_recipe(attack.name, {3, 32, 32}, {}, norm).summary.prior;
      if (prior != PriorUse::required) all.push_back({attack.name, false, norm});
      if (prior != PriorUse::none) all.push_back({attack.name, true, norm});
    }
  }
  for (const Norm norm : {Norm::linf, Norm::l2})
    for (const auto& name : attacks_with_start(norm)) all.push_back({name + ":start=prior", true, norm});
  return all;
}

std::string test_name(const ::testing::TestParamInfo<std::tuple<Contender, int>>& test) {
  const auto& [contender, setting] = test.param;
  std::string name = contender.name;
  for (const char other : {'-', ':', '='}) std::replace(name.begin(), name.end(), other, '_');
  if (contender.norm != Norm::linf) name += "_" + to_string(contender.norm);
  return name + (contender.prior ? "_with_substitutes_" : "_") + std::to_string(setting);
}

// So a comparison of these attacks shows the effect of their later queries.
TEST(AttacksThatStartFromAPrior, QueryTheSameImageFirst) {
  constexpr ImageShape kShape{3, 15, 18};
  testing::LinearVictim victim(kShape, kClasses, 1);
  for (const auto& [norm, least] : {std::pair(Norm::linf, 17U), std::pair(Norm::l2, 5U)}) {
    auto problem = random_problem(victim, true, ball_of(norm, 0.05, false, kShape), 45);
    problem.substitutes = std::make_shared<Substitutes>(
        std::vector<std::shared_ptr<Victim>>{std::make_shared<RelatedVictim>(kShape, kClasses, 1, 17)});
    const Eigen::RowVectorXf start = transfer_start(problem);
    const auto names = attacks_with_start(norm);
    EXPECT_GE(names.size(), least);
    for (const auto& name : names) {
      problem.seed += 1;
      AttackDriver driver(make_recipe(name + ":start=prior", kShape, {}, norm), victim, problem);
      driver.query();
      EXPECT_EQ(driver.images().front(), start) << name << " in " << to_string(norm);
    }
  }
}

// Otherwise a run without them would fail with its first query.
TEST(AttacksThatNeedSubstitutes, RefuseProblemsWithoutThem) {
  constexpr ImageShape kShape{1, 16, 16};
  testing::LinearVictim victim(kShape, kClasses, 1);
  int refused = 0;
  for (const auto& contender : contenders()) {
    const auto recipe = make_recipe(allowance(contender.name).spec, kShape, {}, contender.norm);
    if (recipe.summary.prior != PriorUse::required) continue;
    ++refused;
    const NormBall ball = ball_of(contender.norm, 0.1, true, kShape);
    const auto make = [&] { recipe.make(random_problem(victim, false, ball, 10)); };
    testing::expect_input_error(make, recipe.label, "prior");
  }
  EXPECT_GE(refused, 7);
}

const auto kAll = ::testing::Combine(::testing::ValuesIn(contenders()), ::testing::Range(0, 3));
INSTANTIATE_TEST_SUITE_P(All, AttackConformance, kAll, test_name);
INSTANTIATE_TEST_SUITE_P(All, AttackInRuns, kAll, test_name);

}  // namespace
}  // namespace bora::attacks
