#include "attacks/checks/strength.h"

#include <set>

#include "attacks/checks/checked_run_fixture.h"
#include "attacks/checks/probe_attack.h"
#include "common/text.h"
#include "support/text.h"

namespace bora::attacks::strength_test {
namespace {

using testing::contains;

using Strength = CheckTest;

TEST(Widened, HoldsAnyImageWithoutABound) {
  constexpr ImageShape kWide{3, 6, 9};
  const auto epsilons = [&](Norm norm, double epsilon) {
    const NormBall ball(norm, epsilon, false, kWide);
    return std::pair(widened(ball, Bound::twice, kWide).epsilon(),
                     widened(ball, Bound::none, kWide).epsilon());
  };
  EXPECT_EQ(epsilons(Norm::l0, 20), std::pair(40.0, 54.0));
  EXPECT_EQ(epsilons(Norm::patch, 3), std::pair(6.0, 9.0)) << "the longer side";
  EXPECT_EQ(epsilons(Norm::patch, 6), std::pair(9.0, 9.0));
}

TEST_F(Strength, AProbeOfAnInstanceRepeatsTheRun) {
  attack(victim_, {"square", "pgd:steps=6", "rays"});
  Oracle<Pixels> oracle(victim_);
  const auto rows = database_->instances();
  const auto outcomes = probe(checked(oracle), make_setup(Bound::own, "square"), rows, 1000);
  ASSERT_EQ(outcomes.size(), rows.size());
  int successes = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(outcomes[i].success, rows[i].status == InstanceStatus::success) << rows[i].attack;
    EXPECT_EQ(outcomes[i].queries, rows[i].queries) << rows[i].attack;
    successes += outcomes[i].success ? 1 : 0;
  }
  EXPECT_GT(successes, 3);
  EXPECT_LT(successes, 30);
  for (const auto& outcome : probe(checked(oracle), make_setup(Bound::own, "square"), rows, 3))
    EXPECT_LE(outcome.queries, 3);
}

TEST_F(Strength, AStopLeavesAProbeUnfinished) {
  attack(victim_, {"square"});
  Oracle<Pixels> oracle(victim_);
  stop_ = true;
  EXPECT_THROW(probe(checked(oracle), make_setup(Bound::own, "square"), database_->instances(), 5),
               ChecksStopped);
}

// Linear victim that remembers its first batch. An image at a `guarded` distance from the nearest of these
// images gets the scores of that image.
class GuardedVictim final : public testing::LinearVictim {
 public:
  using LinearVictim::LinearVictim;
  Scores scores(const Batch& images) override {
    if (known.rows() == 0) known = images;
    Scores out = LinearVictim::scores(images);
    for (Eigen::Index i = 0; i < images.rows(); ++i) {
      Eigen::Index nearest = 0;
      const float distance =
          (known.rowwise() - images.row(i)).cwiseAbs().rowwise().maxCoeff().minCoeff(&nearest);
      if (guarded(distance)) out.values.row(i) = LinearVictim::scores(known.row(nearest)).values.row(0);
    }
    return out;
  }
  Batch known;
  std::function<bool(float)> guarded = [](float) { return false; };
};

TEST_F(Strength, WithoutABoundAnAttackFoolsALinearModel) {
  for (const bool targeted : {false, true}) {
    targeted_ = targeted;
    attack(victim_, {"square"});
    const EvaluationCheck check = made(victim_, check_unbounded<Pixels>);
    EXPECT_EQ(check.status, "pass") << check.text;
    EXPECT_TRUE(contains(check.text, "at epsilon 1: square succeeds on 8 of 8 instances")) << check.text;
  }
}

TEST_F(Strength, AModelThatNothingFoolsFailsTheUnboundedAttack) {
  BlindVictim blind(kShape, kClasses, 3);
  attack(blind, {"square"});
  const EvaluationCheck check = made(blind, check_unbounded<Pixels>);
  EXPECT_EQ(check.status, "fail") << check.text;
  EXPECT_TRUE(contains(check.text, "0 of 8")) << check.text;
}

// Some attacks fail without a bound, such as p-rgf, which then steps to images where substitute models are
// flat.
TEST_F(Strength, TheReferenceAttackTriesWhatAnAttackCannotFoolWithoutABound) {
  attack(victim_, {"simba"});
  Oracle<Pixels> oracle(victim_);
  CheckedRun<Pixels> run = checked(oracle);
  int some = 0, few = 0;
  for (int level = 1; level <= 60; ++level) {
    run.make_setup = [&](Bound bound, const std::string& attack) {
      const NormBall whole = ball_;
      if (attack == "simba") {
        ball_ = LinfBall(level / 255.0, false);
        bound = Bound::own;
      }
      const CheckSetup<Pixels> setup = make_setup(bound, attack);
      ball_ = whole;
      return setup;
    };
    const EvaluationCheck check = check_unbounded(run);
    const std::string words = ": simba succeeds on ";
    const int found = check.text.at(check.text.find(words) + words.size()) - '0';
    EXPECT_EQ(check.status, found >= 4 ? "pass" : "warn") << check.text;
    if (found == 8) continue;
    ++(found >= 4 ? some : few);
    EXPECT_TRUE(contains(check.text, fmt::format("; square on {} of the {} within 100", 8 - found,
                                                 count_of(8 - found, "other"))))
        << check.text;
  }
  EXPECT_GT(some, 0);
  EXPECT_GT(few, 0);
}

TEST_F(Strength, AModelThatTheReferenceAttackCannotFoolEitherFailsTheUnboundedAttack) {
  BlindVictim blind(kShape, kClasses, 3);
  attack(blind, {"simba"});
  const EvaluationCheck check = made(blind, check_unbounded<Pixels>);
  EXPECT_EQ(check.status, "fail") << check.text;
  EXPECT_TRUE(contains(check.text, "; square on 0 of the 8 others within 100")) << check.text;
}

TEST_F(Strength, OnlyWarnsIfATargetedAttackHasFewerQueriesThanClasses) {
  targeted_ = true;
  BlindVictim blind(kShape, kClasses, 3);
  attack(blind, {"square"});
  Oracle<Pixels> oracle(blind);
  CheckedRun<Pixels> run = checked(oracle);
  run.attacks.at("square").probe_queries = kClasses + 1;
  EXPECT_EQ(check_unbounded(run).status, "fail");
  run.attacks.at("square").probe_queries = kClasses;
  const EvaluationCheck check = check_unbounded(run);
  EXPECT_EQ(check.status, "warn");
  EXPECT_TRUE(contains(check.text, "too few queries to reach one given class of 4")) << check.text;
}

TEST_F(Strength, TheUnboundedAttackIsTheStrongestOfTheRun) {
  attack(victim_, {"simba", "square", "random"});
  pretend("square", InstanceStatus::exhausted, 60);
  pretend("random", InstanceStatus::success, 1);
  pretend("simba", InstanceStatus::success, 50);
  EXPECT_TRUE(contains(made(victim_, check_unbounded<Pixels>).text, ": simba succeeds")) << "not random";
  attack(victim_, {"random"});
  EXPECT_TRUE(contains(made(victim_, check_unbounded<Pixels>).text, ": square succeeds"))
      << "none of its own";
}

TEST_F(Strength, AnAttackThatEstimatesGradientsGetsTheQueriesOfTenSteps) {
  attack(victim_, {"nes"});
  const EvaluationCheck check = made(victim_, check_unbounded<Pixels>);
  EXPECT_EQ(check.status, "pass") << check.text;
  EXPECT_TRUE(contains(check.text, "nes succeeds on 8 of 8 instances within 210 queries")) << check.text;
  // Instances of the run have no more queries than their budget.
  for (const int budget : {60, 300}) {
    budget_ = budget;
    attack(victim_, {"nes"});
    const std::string words = fmt::format("within {} queries", std::min(budget, 210));
    EXPECT_TRUE(contains(made(victim_, check_larger_bound<Pixels>).text, words));
    EXPECT_TRUE(contains(made(victim_, check_random_weaker<Pixels>).text, words));
  }
}

TEST_F(Strength, AnAttackWhoseTenStepsAreTooManyQueriesLeavesTheUnboundedAttackOpen) {
  attack(victim_, {"zoo:batch=100"});
  const EvaluationCheck check = made(victim_, check_unbounded<Pixels>);
  EXPECT_EQ(check.status, "open");
  EXPECT_EQ(check.text, "zoo:batch=100 needs 2,010 queries an instance, and a check spends at most 1000");
}

TEST_F(Strength, UsesASearchingAttackWithoutABoundOnPixels) {
  for (const Norm norm : {Norm::l0, Norm::patch}) {
    ball_ = NormBall(norm, 3, false, kShape);
    attack(victim_, {"random"});
    const EvaluationCheck check = made(victim_, check_unbounded<Pixels>);
    EXPECT_EQ(check.status, "pass") << check.text;
    EXPECT_TRUE(contains(check.text, ": sparse-rs succeeds on 8 of 8 instances within 300 queries"))
        << check.text;
  }
}

TEST_F(Strength, ALargerBoundHelpsAgainstALinearModel) {
  attack(victim_, {"square"});
  const EvaluationCheck check = made(victim_, check_larger_bound<Pixels>);
  EXPECT_EQ(check.status, "pass") << check.text;
  EXPECT_TRUE(contains(check.text, "at epsilon 0.07843: square")) << check.text;
}

TEST_F(Strength, AModelThatResistsLargeChangesFailsTheLargerBound) {
  ball_ = LinfBall(30.0 / 255, false);
  GuardedVictim guarded(kShape, kClasses, 3, 1.5);
  guarded.guarded = [](float distance) { return distance > 40.0F / 255; };
  attack(guarded, {"square"});
  const EvaluationCheck check = made(guarded, check_larger_bound<Pixels>);
  EXPECT_EQ(check.status, "fail") << check.text;
  EXPECT_TRUE(contains(check.text, "square succeeds on 0 of 8 instances")) << check.text;
}

TEST_F(Strength, ABoundThatCannotBeLargerLeavesTheCheckOpen) {
  attack(victim_, {"square"});
  Oracle<Pixels> oracle(victim_);
  CheckedRun<Pixels> run = checked(oracle);
  run.make_setup = [](Bound, const std::string&) {
    return CheckSetup<Pixels>{nullptr, nullptr, "it is as large"};
  };
  const EvaluationCheck check = check_larger_bound(run);
  EXPECT_EQ(check.status, "open");
  EXPECT_EQ(check.text, "it is as large");
}

TEST_F(Strength, FailsIfRandomChangesOfTheRunBeatTheBestAttack) {
  attack(victim_, {"square", "random"});
  Oracle<Pixels> oracle(victim_);
  pretend("square", InstanceStatus::success, 20);
  pretend("random", InstanceStatus::exhausted, 60);
  EXPECT_EQ(check_random_weaker(checked(oracle)).status, "pass");
  pretend("random", InstanceStatus::success, 20);
  pretend("square", InstanceStatus::exhausted, 60);
  const EvaluationCheck beaten = check_random_weaker(checked(oracle));
  EXPECT_EQ(beaten.status, "fail");
  EXPECT_EQ(beaten.text, "square succeeds on 0 of 10 instances, random on 10 of the same");
  for (int id = 0; id < 16; id += 2) database_->set_status(id, InstanceStatus::success, 20, 20, "");
  EXPECT_EQ(check_random_weaker(checked(oracle)).status, "warn") << "2 of 10 may be chance";
  EXPECT_EQ(oracle.queries(), 0);
}

// All targets of one image often have the same outcome.
TEST_F(Strength, ComparesAttacksByImageNotByInstance) {
  targeted_ = true;
  targets_ = 3;
  attack(victim_, {"square", "random", "pgd"});
  Oracle<Pixels> oracle(victim_);
  pretend("square", InstanceStatus::exhausted, 60);
  pretend("pgd", InstanceStatus::exhausted, 60);
  const auto beaten_on = [&](int images) {
    std::set<int> inputs;
    for (const auto& row : database_->instances()) {
      if (row.attack != "random") continue;
      const bool success = inputs.contains(row.input) || std::ssize(inputs) < images;
      if (success) inputs.insert(row.input);
      database_->set_status(row.id, success ? InstanceStatus::success : InstanceStatus::exhausted, 60, 60,
                            "");
    }
    const EvaluationCheck white = check_white_box(checked(oracle)),
                          random = check_random_weaker(checked(oracle));
    EXPECT_TRUE(contains(random.text, fmt::format("random on {} of the same", 3 * images))) << random.text;
    EXPECT_EQ(white.status, random.status);
    return random.status;
  };
  EXPECT_EQ(beaten_on(1), "pass");
  EXPECT_EQ(beaten_on(2), "warn");
  EXPECT_EQ(beaten_on(5), "fail");
}

TEST_F(Strength, TriesRandomChangesIfTheRunHasNone) {
  ball_ = LinfBall(60.0 / 255, false);
  attack(victim_, {"square"});
  const EvaluationCheck fair = made(victim_, check_random_weaker<Pixels>);
  EXPECT_EQ(fair.status, "pass") << fair.text;
  pretend("square", InstanceStatus::exhausted, 60);
  const EvaluationCheck beaten = made(victim_, check_random_weaker<Pixels>);
  EXPECT_EQ(beaten.status, "fail") << beaten.text;
  EXPECT_TRUE(contains(beaten.text, "square succeeds on 0 of 8 instances")) << beaten.text;
  attack(victim_, {"random"});
  EXPECT_EQ(made(victim_, check_random_weaker<Pixels>).status, "open") << "no rival";
}

TEST_F(Strength, ComparesAttacksOfTheRunWithinTheSmallerOfTheirBudgets) {
  attack(victim_, {"square:budget=20", "random", "pgd:budget=20"});
  Oracle<Pixels> oracle(victim_);
  for (const char* attack : {"square:budget=20", "pgd:budget=20"})
    pretend(attack, InstanceStatus::exhausted, 20);
  pretend("random", InstanceStatus::success, 21);
  for (const auto check : {check_random_weaker<Pixels>, check_white_box<Pixels>}) {
    const EvaluationCheck fair = check(checked(oracle));
    EXPECT_EQ(fair.status, "pass") << fair.text;
    EXPECT_TRUE(contains(fair.text, "random on 0 of the same, each within the smaller of the two budgets"))
        << fair.text;
  }
  pretend("random", InstanceStatus::success, 20);
  for (const auto check : {check_random_weaker<Pixels>, check_white_box<Pixels>})
    EXPECT_EQ(check(checked(oracle)).status, "fail");
  EXPECT_EQ(oracle.queries(), 0);
}

// Victim whose gradients have the wrong sign.
class MaskedVictim final : public testing::LinearVictim {
 public:
  using LinearVictim::LinearVictim;
  Batch pullback(const Batch& images, const Batch& cotangents) override {
    return -LinearVictim::pullback(images, cotangents);
  }
};

TEST_F(Strength, GradientsOfALinearModelFindWhatABlackBoxFinds) {
  attack(victim_, {"square"});
  const EvaluationCheck check = made(victim_, check_white_box<Pixels>);
  EXPECT_EQ(check.status, "pass") << check.text;
  EXPECT_TRUE(contains(check.text, "within 60 queries pgd succeeds on ")) << check.text;
  EXPECT_TRUE(contains(check.text, ", square on ")) << check.text;
}

TEST_F(Strength, DetectsMaskedGradientsByAStrongerBlackBoxAttack) {
  ball_ = LinfBall(30.0 / 255, false);
  MaskedVictim masked(kShape, kClasses, 3, 1.5);
  attack(masked, {"square"});
  const EvaluationCheck tried = made(masked, check_white_box<Pixels>);
  EXPECT_EQ(tried.status, "fail") << tried.text;
  EXPECT_TRUE(contains(tried.text, "masked")) << tried.text;
  attack(masked, {"square", "pgd"});
  Oracle<Pixels> oracle(masked);
  const EvaluationCheck recorded = check_white_box(checked(oracle));
  EXPECT_EQ(recorded.status, "fail") << recorded.text;
  EXPECT_EQ(oracle.queries(), 0) << "the run has it";
}

TEST_F(Strength, ComparesAWhiteBoxAttackOfItsOwnWithinTheSmallerBudget) {
  budget_ = 1100;
  MaskedVictim masked(kShape, kClasses, 3, 1.5);
  attack(masked, {"square"});
  pretend("square", InstanceStatus::success, 1001);
  const EvaluationCheck late = made(masked, check_white_box<Pixels>);
  EXPECT_EQ(late.status, "pass") << late.text;
  EXPECT_TRUE(contains(late.text, "within 1,000 queries pgd")) << late.text;
  EXPECT_TRUE(contains(late.text, "square on 0 of the same")) << late.text;
  pretend("square", InstanceStatus::success, 1000);
  EXPECT_EQ(made(masked, check_white_box<Pixels>).status, "fail");
  const auto successes = [&](int budget) {
    budget_ = budget;
    attack(victim_, {"square"});
    const std::string text = made(victim_, check_white_box<Pixels>).text;
    const std::string words = fmt::format("within {} pgd succeeds on ", count_of(budget, "query", "queries"));
    EXPECT_TRUE(text.starts_with(words)) << text;
    return text.at(words.size());
  };
  EXPECT_LT(successes(1), successes(60)) << "its later queries do not count";
}

TEST_F(Strength, IsOpenWithoutGradientsOrScores) {
  visible_ = Visibility::label();
  testing::LabelVictim labels(kShape, kClasses, 3, 1.5);
  attack(labels, {"rays"});
  EXPECT_EQ(made(labels, check_white_box<Pixels>).text, "the run sees the predicted class alone");
  EXPECT_EQ(made(labels, check_unbounded<Pixels>).status, "pass");
}

// If the run has only random attacks, the check uses the reference attack for its norm and labels.
TEST_F(Strength, UsesALabelBasedReferenceAttackInL2) {
  visible_ = Visibility::label();
  ball_ = NormBall(Norm::l2, 0.3, false);
  testing::LabelVictim labels(kShape, kClasses, 3, 1.5);
  attack(labels, {"random"});
  const EvaluationCheck check = made(labels, check_unbounded<Pixels>);
  EXPECT_EQ(check.status, "pass") << check.text;
  EXPECT_TRUE(contains(check.text, "hop-skip-jump")) << check.text;
}

}  // namespace
}  // namespace bora::attacks::strength_test
