#include "attacks/image/methods/gradients/nes.h"

#include <gtest/gtest.h>

#include "support/exchanges.h"
#include "support/read_options.h"
#include "support/stub_victims.h"

namespace bora::attacks::nes_test {
namespace {

using testing::continuous_problem;
using testing::drive;
using testing::LinearVictim;

constexpr ImageShape kShape{1, 8, 8};

AttackProblem problem() {
  return continuous_problem(kShape, 2, {0, 1}, 0.3);
}

/// Attack that estimates the gradient at the original and takes no step.
class Estimating : public NesAttack {
 public:
  using NesAttack::NesAttack;
  Eigen::RowVectorXf gradient;

 private:
  Script<> script() override {
    const Estimate found = co_await estimate(problem().original);
    gradient = found.gradient;
  }
};

TEST(Nes, EstimatesTheGradientOfALinearVictim) {
  LinearVictim victim(kShape, 2, 1);
  NesOptions options;
  options.samples = 1000;
  options.sigma = 0.01;
  Estimating attack(problem(), options);
  drive(attack, victim, problem(), 1000);
  attack.ask();  // takes in the last answer

  // d log p_1 / dx = (1 - p_1) (w_1 - w_0)
  Batch original = problem().original;
  const double p = std::exp(log_probabilities(victim.scores(original))(0, 1));
  const Eigen::RowVectorXf truth =
      static_cast<float>(1 - p) * (victim.weights().row(1) - victim.weights().row(0));
  const float cosine = attack.gradient.normalized().dot(truth.normalized());
  EXPECT_GT(cosine, 0.9) << "sqrt(500 / (500 + 64)) is expected of 500 pairs in 64 dimensions";
  EXPECT_NEAR(attack.gradient.dot(truth) / truth.squaredNorm(), 1, 0.15);
}

// Cross-entropy would have the factor 1 - p_0.
TEST(Nes, RaisesTheMarginUntargeted) {
  LinearVictim victim(kShape, 2, 1);
  const AttackProblem untargeted = continuous_problem(kShape, 2, {0, std::nullopt}, 0.3);
  NesOptions options;
  options.samples = 1000;
  options.sigma = 0.01;
  Estimating attack(untargeted, options);
  drive(attack, victim, untargeted, 1000);
  attack.ask();  // takes in the last answer
  const Eigen::RowVectorXf truth = victim.weights().row(1) - victim.weights().row(0);
  EXPECT_NEAR(attack.gradient.dot(truth) / truth.squaredNorm(), 1, 0.15);
}

TEST(Nes, AsPaperHasTheAuthorsLoss) {
  const auto read = [](const std::string& spec) { return testing::read_options<NesOptions>(spec); };
  EXPECT_EQ(read("nes").loss, std::nullopt);
  EXPECT_EQ(read("nes:as=paper").loss, Loss::cross_entropy);
  EXPECT_EQ(read("nes:as=paper").samples, 50);
}

TEST(Nes, SamplesInPairsAroundTheImageThenStepsByTheSign) {
  LinearVictim victim(kShape, 2, 1);
  NesOptions options;
  options.samples = 6;
  options.step = 0.1;
  NesAttack attack(problem(), options);
  const auto trace = drive(attack, victim, problem(), 14);
  Eigen::RowVectorXf image = problem().original;
  for (const int start : {0, 7}) {
    for (int sample = start; sample < start + 6; sample += 2) {
      const Eigen::RowVectorXf middle = (trace[sample].image + trace[sample + 1].image) / 2;
      EXPECT_LT((middle - image).cwiseAbs().maxCoeff(), 1e-6);
      EXPECT_GT((trace[sample].image - image).norm(), 0.5 * 0.001 * 8) << "the paper's deviation";
    }
    const Eigen::RowVectorXf step = trace[start + 6].image - image;
    EXPECT_LT((step.cwiseAbs().array() - 0.03F).abs().maxCoeff(), 1e-5);
    image = trace[start + 6].image;
  }
}

TEST(Nes, OnTheGridSamplesSurviveRounding) {
  LinearVictim victim(kShape, 2, 1);
  auto attacked = problem();
  attacked.ball = LinfBall(0.3, false);
  for (float& value : attacked.original) value = from_level(to_level(value));
  NesAttack attack(attacked, {});
  const auto trace = drive(attack, victim, attacked, 1);
  EXPECT_GT(((trace[0].image - attacked.original).array() != 0).count(), 40);
}

/// Victim that gives the target a lower score with every query, whatever the image.
class Souring : public LinearVictim {
 public:
  using LinearVictim::LinearVictim;
  Scores scores(const Batch& images) override {
    Scores out = LinearVictim::scores(images);
    out.values.col(1).array() -= 0.01F * static_cast<float>(rows);
    return out;
  }
};

TEST(Nes, HalvesTheStepWhenTheLossHasNotImproved) {
  Souring victim(kShape, 2, 1);
  NesOptions options;
  options.samples = 2;
  options.step = 0.01;
  NesAttack attack(problem(), options);
  const auto trace = drive(attack, victim, problem(), 3 * 11);
  Eigen::RowVectorXf before = problem().original;
  for (int step = 0; step < 11; ++step) {
    const Eigen::RowVectorXf& after = trace[3 * step + 2].image;
    double expected = step < 9 ? 0.0015 : 0.00075;
    if (step < 4) expected = 0.003;
    EXPECT_NEAR((after - before).cwiseAbs().maxCoeff(), expected, 1e-6) << "step " << step;
    before = after;
  }
}

}  // namespace
}  // namespace bora::attacks::nes_test
