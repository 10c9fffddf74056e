#include "attacks/checks/answers.h"

#include "attacks/checks/checked_run_fixture.h"
#include "models/defences/defence.h"
#include "models/defences/defended_victim.h"
#include "support/text.h"

namespace bora::attacks::answers_test {
namespace {

using testing::contains;

using Answers = CheckTest;

// Victim with different answers at each call, like a randomised defence.
class NoisyVictim final : public testing::LinearVictim {
 public:
  using LinearVictim::LinearVictim;
  Scores scores(const Batch& images) override {
    Scores out = LinearVictim::scores(images);
    for (Eigen::Index i = 0; i < out.values.size(); ++i)
      out.values.data()[i] += noise * static_cast<float>(rng_.normal());
    return out;
  }
  float noise = 0;

 private:
  Rng rng_{1};
};

TEST_F(Answers, PassesEqualAnswers) {
  attack(victim_, {"square"});
  const EvaluationCheck check = made(victim_, check_deterministic<Pixels>);
  EXPECT_EQ(check.status, "pass") << check.text;
  EXPECT_TRUE(contains(check.text, "10 clean images asked twice")) << check.text;
}

TEST_F(Answers, WarnsOfNoisyScoresAndFailsForNoisyClasses) {
  NoisyVictim noisy(kShape, kClasses, 3, 1.5);
  attack(noisy, {"square"});
  noisy.noise = 1e-4F;
  const EvaluationCheck slight = made(noisy, check_deterministic<Pixels>);
  EXPECT_EQ(slight.status, "warn") << slight.text;
  EXPECT_TRUE(contains(slight.text, "10 get other scores")) << slight.text;
  noisy.noise = 10;
  const EvaluationCheck strong = made(noisy, check_deterministic<Pixels>);
  EXPECT_EQ(strong.status, "fail") << strong.text;
  EXPECT_TRUE(contains(strong.text, "another class")) << strong.text;
}

// Defences of bora draw by a number (Victim::draw), so that runs can be repeated. The check must change it.
TEST_F(Answers, DetectsRandomisedDefencesOfBora) {
  for (const std::string steps : {"rnd:0.2", "resize-pad:0.5", "smooth:0.2:5"}) {
    const auto random = defended(std::make_unique<testing::LinearVictim>(kShape, kClasses, 3, 1.5),
                                 parse_defences(steps, "--defence"), 7);
    attack(*random, {"square"});
    const EvaluationCheck check = made(*random, check_deterministic<Pixels>);
    EXPECT_NE(check.status, "pass") << steps << ": " << check.text;
  }
}

// Later checks must use the first draw, with which the run began.
TEST_F(Answers, AFailureLeavesTheFirstDrawSelected) {
  testing::FirstDrawVictim failing(kShape, kClasses, 3, 1.5);
  attack(failing, {"square"});
  EXPECT_THROW(made(failing, check_deterministic<Pixels>), VictimError);
  EXPECT_EQ(failing.drawn, 0U);
}

TEST_F(Answers, AModelThatChangedSinceTheRunBeganFails) {
  attack(victim_, {"square"});
  testing::LinearVictim other(kShape, kClasses, 4, 1.5);
  const EvaluationCheck check = made(other, check_deterministic<Pixels>);
  EXPECT_EQ(check.status, "fail") << check.text;
  EXPECT_TRUE(contains(check.text, "than when the run began")) << check.text;
}

// The same classes by other scores: a model that was replaced, or gives probabilities in place of logits.
TEST_F(Answers, WarnsOfAModelWhoseScoresChangedSinceTheRunBegan) {
  attack(victim_, {"square"});
  testing::LinearVictim steeper(kShape, kClasses, 3, 1.6);
  const EvaluationCheck check = made(steeper, check_deterministic<Pixels>);
  EXPECT_EQ(check.status, "warn") << check.text;
  EXPECT_TRUE(contains(check.text, "10 get other scores than when the run began (by up to ")) << check.text;
  testing::LinearVictim rounded(kShape, kClasses, 3, 1.5 * (1 + 1e-4));
  EXPECT_EQ(made(rounded, check_deterministic<Pixels>).status, "pass")
      << "other batches may round differently";
}

// Victim that returns the softmax, in single precision, of logits that are `scale` times as large.
class ProbabilityVictim : public testing::LinearVictim {
 public:
  explicit ProbabilityVictim(float scale) : LinearVictim(kShape9, 4, 3, 1.5), scale_(scale) {
    spec_.kind = ScoreKind::probabilities;
  }
  Scores scores(const Batch& images) override {
    const Scores logits = LinearVictim::scores(images);
    const Scores scaled{scale_ * logits.values, ScoreKind::logits};
    return {log_probabilities(scaled).array().exp().matrix().cast<float>(), ScoreKind::probabilities};
  }
  static constexpr ImageShape kShape9{1, 9, 9};

 private:
  float scale_;
};

TEST_F(Answers, ProbabilitiesOfZeroAndOneAreSaturated) {
  ProbabilityVictim calm(1), saturated(2000);
  attack(calm, {"square"});
  EXPECT_EQ(made(calm, check_scores_informative<Pixels>).status, "pass");
  attack(saturated, {"square"});
  const EvaluationCheck check = made(saturated, check_scores_informative<Pixels>);
  EXPECT_EQ(check.status, "fail") << check.text;
  EXPECT_TRUE(contains(check.text, "every probability is 0 or 1")) << check.text;
}

TEST_F(Answers, LogitsWhoseProbabilitiesAreSaturatedAreAWarning) {
  testing::LinearVictim steep(kShape, kClasses, 3, 3000);
  attack(steep, {"square"});
  const EvaluationCheck check = made(steep, check_scores_informative<Pixels>);
  EXPECT_EQ(check.status, "warn") << check.text;
  EXPECT_TRUE(contains(check.text, "use the logits")) << check.text;
}

TEST_F(Answers, AModelThatIgnoresTheImageFailsAllChecksOfScores) {
  BlindVictim blind(kShape, kClasses, 3);
  attack(blind, {"square"});
  const EvaluationCheck constant = made(blind, check_scores_informative<Pixels>);
  EXPECT_EQ(constant.status, "fail");
  EXPECT_TRUE(contains(constant.text, "all 10 clean images get the same scores")) << constant.text;
  const EvaluationCheck plateau = made(blind, check_scores_respond<Pixels>);
  EXPECT_EQ(plateau.status, "fail");
  EXPECT_TRUE(contains(plateau.text, "600 of 600")) << plateau.text;
  const EvaluationCheck flat = made(blind, check_gradients<Pixels>);
  EXPECT_EQ(flat.status, "fail");
  EXPECT_TRUE(contains(flat.text, "zero on 10 of 10")) << flat.text;
}

TEST_F(Answers, WarnsOfEqualLargestScores) {
  attack(victim_, {"square"});
  class Tied final : public testing::LinearVictim {
   public:
    using LinearVictim::LinearVictim;
    Scores scores(const Batch& images) override {
      Scores out = LinearVictim::scores(images);
      for (Eigen::Index i = 0; i < images.rows(); ++i)
        if (images(i, 0) < share) out.values.row(i).array() = images(i, 1);
      return out;
    }
    float share = 0;
  } tied(kShape, kClasses, 3, 1.5);
  tied.share = 0.3F;
  attack(tied, {"square"});
  const EvaluationCheck some = made(tied, check_scores_informative<Pixels>);
  EXPECT_EQ(some.status, "warn") << some.text;
  EXPECT_TRUE(contains(some.text, "the two largest scores are equal")) << some.text;
  tied.share = 2;
  attack(tied, {"square"});
  EXPECT_EQ(made(tied, check_scores_informative<Pixels>).status, "fail");
}

// Victim that rounds its scores, so that they do not respond to small changes of the image.
class RoundingVictim final : public testing::LinearVictim {
 public:
  using LinearVictim::LinearVictim;
  Scores scores(const Batch& images) override {
    Scores out = LinearVictim::scores(images);
    if (to > 0) out.values = (out.values.array() / to).round() * to;
    return out;
  }
  float to = 0;
};

TEST_F(Answers, RoundedScoresDoNotRespond) {
  RoundingVictim victim(kShape, kClasses, 3, 1.5);
  attack(victim, {"square"});
  EXPECT_EQ(made(victim, check_scores_respond<Pixels>).status, "pass");
  ball_ = LinfBall(1.0 / 255, false);
  victim.to = 0.2F;
  attack(victim, {"square"});
  const EvaluationCheck check = made(victim, check_scores_respond<Pixels>);
  EXPECT_NE(check.status, "pass") << check.text;
  EXPECT_TRUE(contains(check.text, "learn nothing from these")) << check.text;
}

TEST_F(Answers, PassesNonzeroGradientsAndIsOpenWithoutGradients) {
  attack(victim_, {"square"});
  EXPECT_EQ(made(victim_, check_gradients<Pixels>).status, "pass");
  class Without final : public testing::LinearVictim {
   public:
    using LinearVictim::LinearVictim;
    bool has_gradients() override { return false; }
    Batch pullback(const Batch&, const Batch&) override { throw std::logic_error("asked for gradients"); }
  } without(kShape, kClasses, 3, 1.5);
  EXPECT_EQ(made(without, check_gradients<Pixels>).status, "open");
}

TEST_F(Answers, HiddenScoresAreNotCompared) {
  visible_ = Visibility::top(2);
  testing::BestClassesVictim best(kShape, kClasses, 3, 1.5, 2);
  attack(best, {"square"});
  for (const auto check :
       {check_deterministic<Pixels>, check_scores_informative<Pixels>, check_scores_respond<Pixels>})
    EXPECT_EQ(made(best, check).status, "pass") << made(best, check).text;
  EXPECT_EQ(made(best, check_gradients<Pixels>).status, "open");
}

TEST_F(Answers, QueriesLabelsOnlyIfOnlyLabelsAreVisible) {
  visible_ = Visibility::label();
  testing::LabelVictim labels(kShape, kClasses, 3, 1.5);
  attack(labels, {"rays"});
  EXPECT_EQ(made(labels, check_deterministic<Pixels>).status, "pass");
  EXPECT_EQ(made(labels, check_scores_informative<Pixels>).status, "open");
  EXPECT_EQ(made(labels, check_scores_respond<Pixels>).status, "open");
  EXPECT_EQ(made(labels, check_gradients<Pixels>).status, "open");
}

}  // namespace
}  // namespace bora::attacks::answers_test
