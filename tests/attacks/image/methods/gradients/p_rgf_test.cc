#include "attacks/image/methods/gradients/p_rgf.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <set>

#include "attacks/factory.h"
#include "support/exchanges.h"

namespace bora::attacks::p_rgf_test {
namespace {

using testing::continuous_problem;
using testing::drive;
using testing::LinearVictim;

constexpr ImageShape kShape{1, 8, 8};

// Returns the loss of the estimator divided by the gradient's squared norm, which lambda* minimises:
//   1 - (lambda a2 + b)^2 / ((1 - 1/q)(lambda^2 a2 + b (1 - lambda) / (D - 1)) + (lambda a2 + b) / q),
// b = (1 - lambda)(1 - a2) / (D - 1).
double estimator_loss(double lambda, double a2, double d, double q) {
  const double b = (1 - lambda) * (1 - a2) / (d - 1);
  const double mean = lambda * a2 + b;
  return 1 - mean * mean / ((1 - 1 / q) * (lambda * lambda * a2 + b * (1 - lambda) / (d - 1)) + mean / q);
}

TEST(OptimalPriorShare, MinimisesTheLossOfTheEstimate) {
  for (const int d : {64, 3072})
    for (const int q : {5, 50})
      for (const double cosine : {0.0, 0.01, 0.03, 0.06, 0.1, 0.2, 0.3, 0.6, 0.99}) {
        const double share = optimal_prior_share(cosine, d, q);
        ASSERT_GE(share, 0);
        ASSERT_LE(share, 1);
        const double reached = estimator_loss(share, cosine * cosine, d, q);
        // Excludes 1, where the estimator with a prior of cosine 0 is 0.
        for (double other = 0; other < 0.995; other += 0.01)
          EXPECT_LE(reached, estimator_loss(other, cosine * cosine, d, q) + 1e-9)
              << cosine << ' ' << d << ' ' << q << ' ' << other;
      }
}

TEST(OptimalPriorShare, GrowsFromZeroToOneWithTheCosine) {
  EXPECT_EQ(optimal_prior_share(0, 3072, 50), 0);
  EXPECT_EQ(optimal_prior_share(0.5, 3072, 50), 1);
  const double between = optimal_prior_share(0.05, 3072, 50);
  EXPECT_GT(between, 0);
  EXPECT_LT(between, optimal_prior_share(0.1, 3072, 50));
}

class PRgf : public ::testing::Test {
 protected:
  // Sets forward differences along Gaussian directions and the prior itself, and ten directions for the norm.
  static PRgfOptions published(PRgfOptions options) {
    options.antithetic = options.signs = false;
    options.norm_samples = 10;
    return options;
  }
  static PRgfL2Options l2_options(int samples, double step, int norm_samples) {
    PRgfL2Options options;
    options.samples = samples;
    options.norm_samples = norm_samples;
    options.step = step;
    options.loss = Loss::margin;
    return options;
  }
  AttackProblem problem(std::shared_ptr<Victim> substitute) const {
    auto problem = continuous_problem(kShape, 2, {0, 1}, 0.1);
    problem.substitutes = std::make_shared<Substitutes>(std::vector<std::shared_ptr<Victim>>{substitute});
    return problem;
  }
  Eigen::RowVectorXf gradient() const { return victim_.weights().row(1) - victim_.weights().row(0); }
  float cosine(const Eigen::RowVectorXf& a) const {
    return a.dot(gradient()) / (a.norm() * gradient().norm());
  }

  // Victim of two classes: its margin is linear, and so steep that float error is small in differences over
  // 1e-4.
  LinearVictim victim_{kShape, 2, 1, 30};
};

// One query of the image, ten for the norm, one along the prior, whose cosine is then 1. The thirteenth is
// the image after a step along its sign.
TEST_F(PRgf, StepsAlongAPriorThatEqualsTheGradient) {
  const auto problem = this->problem(std::make_shared<LinearVictim>(kShape, 2, 1));
  PRgfAttack attack(problem, published({.samples = 6, .step = 0.5, .loss = Loss::margin}));
  const auto trace = drive(attack, victim_, problem, 13);
  EXPECT_EQ(trace[0].image, problem.original);
  EXPECT_NEAR(cosine(trace[11].image - problem.original), 1, 1e-3);
  EXPECT_TRUE(trace[12].image.isApprox(problem.original + 0.05F * gradient().cwiseSign(), 1e-6F));
}

TEST_F(PRgf, ReversesAPriorThatPointsDownhill) {
  const auto problem = this->problem(std::make_shared<LinearVictim>(kShape, 2, 1, -1));
  PRgfAttack attack(problem, published({.samples = 6, .step = 0.5, .loss = Loss::margin}));
  const auto trace = drive(attack, victim_, problem, 13);
  EXPECT_TRUE(trace[12].image.isApprox(problem.original + 0.05F * gradient().cwiseSign(), 1e-6F));
}

// The substitute model is unrelated to the victim. The estimate from 400 samples in 64 dimensions is good,
// and none of them is along the prior.
TEST_F(PRgf, EstimatesTheGradientIfThePriorIsOrthogonal) {
  const auto other = std::make_shared<LinearVictim>(kShape, 2, 9);
  const auto problem = this->problem(other);
  PRgfAttack attack(problem, published({.samples = 400, .step = 0.5, .loss = Loss::margin}));
  const auto trace = drive(attack, victim_, problem, 413);
  const Eigen::RowVectorXf step = trace[412].image - problem.original;
  EXPECT_TRUE(step.cwiseAbs().isConstant(0.05F, 1e-5F));
  EXPECT_GT(cosine(step), 0.6);
}

// Substitute models with a probability of exactly 1 have no gradient. No query is spent on the prior, and
// sigma is not changed.
TEST_F(PRgf, UsesNoPriorIfSubstitutesHaveNoGradient) {
  const auto problem = this->problem(std::make_shared<LinearVictim>(kShape, 2, 1, 0.0));
  PRgfAttack attack(problem, published({.samples = 400, .step = 0.5, .loss = Loss::margin}));
  const auto trace = drive(attack, victim_, problem, 412);
  for (int i = 1; i < 411; ++i) {
    const Eigen::RowVectorXf move = trace[i].image - problem.original;
    ASSERT_NEAR(move.norm() / 8, 1e-4, 1e-6) << "query " << i;
  }
  const Eigen::RowVectorXf step = trace[411].image - problem.original;
  EXPECT_TRUE(step.cwiseAbs().isConstant(0.05F, 1e-5F));
  EXPECT_GT(cosine(step), 0.6);
}

// With a cosine between 0 and 1, samples are biased towards the prior.
TEST_F(PRgf, SamplesAreBiasedTowardsAPartlyCorrectPrior) {
  const auto other = std::make_shared<testing::RelatedVictim>(kShape, 2, 1, 9);
  const auto problem = this->problem(other);
  PRgfAttack attack(problem, published({.samples = 60, .step = 0.5, .loss = Loss::margin}));
  const auto trace = drive(attack, victim_, problem, 73);
  const Eigen::RowVectorXf prior = other->weights().row(1) - other->weights().row(0);
  double mean = 0;
  for (int i = 12; i < 72; ++i) {
    const Eigen::RowVectorXf move = trace[i].image - problem.original;
    mean += move.dot(prior) / (move.norm() * prior.norm()) / 60;
  }
  EXPECT_GT(mean, 0.3);
  EXPECT_LT(mean, 0.999);
}

// All differences are 0 with a constant victim: sigma grows up to epsilon, and the attack continues.
TEST_F(PRgf, WidensDifferencesIfTheLossDoesNotChange) {
  victim_ = LinearVictim(kShape, 2, 1, 0.0);
  const auto problem = this->problem(std::make_shared<LinearVictim>(kShape, 2, 3));
  PRgfAttack attack(problem, published({.samples = 3}));
  const auto trace = drive(attack, victim_, problem, 60);
  float widest = 0;
  for (const auto& [image, seen] : trace)
    widest = std::max(widest, (image - problem.original).cwiseAbs().maxCoeff());
  EXPECT_FLOAT_EQ(widest, 0.1F);
}

TEST_F(PRgf, OnTheGridDifferencesSurviveRounding) {
  auto problem = this->problem(std::make_shared<LinearVictim>(kShape, 2, 1));
  problem.ball = LinfBall(0.1, false);
  for (float& value : problem.original) value = from_level(to_level(value));
  PRgfAttack attack(problem, published({.samples = 6, .loss = Loss::margin}));
  const auto trace = drive(attack, victim_, problem, 12);
  EXPECT_GT(cosine(trace[11].image - problem.original), 0.8);
}

// Two queries per difference: four directions for the norm, one along the prior's sign, then the step.
TEST_F(PRgf, AntitheticDifferencesAreBetweenBothSides) {
  const auto problem = this->problem(std::make_shared<LinearVictim>(kShape, 2, 1));
  PRgfAttack attack(problem, {.step = 0.5, .loss = Loss::margin, .norm_samples = 4});
  const auto trace = drive(attack, victim_, problem, 12);
  EXPECT_EQ(trace[0].image, problem.original);
  for (int i = 1; i < 11; i += 2) {
    const Eigen::RowVectorXf above = trace[i].image - problem.original;
    EXPECT_TRUE(above.cwiseAbs().isConstant(1e-4F, 1e-2F)) << "of +-1, query " << i;
    EXPECT_TRUE((trace[i + 1].image - problem.original).isApprox(-above, 1e-2F));
  }
  EXPECT_EQ((trace[9].image - problem.original).cwiseSign(), gradient().cwiseSign());
  EXPECT_TRUE(trace[11].image.isApprox(problem.original + 0.05F * gradient().cwiseSign(), 1e-6F));
}

// The prior has one large value and many small ones, which a difference on the grid rounds to 0. The step
// moves them nevertheless.
TEST_F(PRgf, MovesPixelsWhosePartOfTheDifferenceWasRoundedAway) {
  class Spiked : public LinearVictim {
   public:
    Spiked() : LinearVictim(kShape, 2, 1) { weights_(1, 0) = 100; }
  };
  Spiked victim;
  auto problem = this->problem(std::make_shared<Spiked>());
  problem.ball = LinfBall(0.1, false);
  for (float& value : problem.original) value = from_level(to_level(value));
  PRgfAttack attack(problem, published({.samples = 6, .step = 0.5, .loss = Loss::margin}));
  const auto trace = drive(attack, victim, problem, 13);
  const Eigen::RowVectorXf along = trace[11].image - problem.original;
  ASSERT_LT((along.array() != 0).count(), 10) << "the probe shows little but the spike";
  EXPECT_GT((trace[12].image - problem.original).cwiseAbs().minCoeff(), from_level(11))
      << "every pixel moves";
}

// As many queries as in L-infinity, then a step along the prior itself instead of its signs.
TEST_F(PRgf, InL2StepsAlongThePriorItself) {
  auto problem = this->problem(std::make_shared<LinearVictim>(kShape, 2, 1));
  problem.ball = NormBall(Norm::l2, 0.5, true);
  PRgfAttack attack(problem, l2_options(6, 0.5, 10));
  const auto trace = drive(attack, victim_, problem, 13);
  EXPECT_EQ(trace[0].image, problem.original);
  const Eigen::RowVectorXf step = trace[12].image - problem.original;
  EXPECT_NEAR(step.norm(), 0.25, 1e-4);
  EXPECT_NEAR(cosine(step), 1, 1e-4);
}

// The prior equals the gradient, so a step takes two queries: one along the prior and that of the new image.
// The first and the fourth step take two more for the gradient's norm.
TEST_F(PRgf, InL2EveryNewImageIsInTheBallAndOnTheGrid) {
  for (const double epsilon : {0.5, 0.53, 0.56, 0.59, 0.62}) {
    auto problem = this->problem(std::make_shared<LinearVictim>(kShape, 2, 1));
    problem.ball = NormBall(Norm::l2, epsilon, false);
    for (float& value : problem.original) value = from_level(to_level(value));
    PRgfAttack attack(problem, l2_options(4, 1, 2));
    const std::set<int> new_images = {4, 6, 8, 12};
    for (int number = 0; number <= 12; ++number) {
      Batch image = *attack.ask();
      problem.ball.project_to_box(image.data(), kShape.size());  // differences may leave the ball
      if (new_images.contains(number)) {
        EXPECT_TRUE(problem.ball.contains(problem.original.data(), image.data(), kShape.size()))
            << "query " << number << ", epsilon " << epsilon;
        EXPECT_GT((image.row(0) - problem.original).norm(), 0.97 * epsilon) << "query " << number;
      }
      const Scores scores = victim_.scores(image);
      attack.tell(image, {observe(scores, log_probabilities(scores), 0, problem.goal)});
    }
  }
}

// A step leads off the grid to the border of the ball, so that rounding moves the new image by up to a level.
// The query after that of the new image is the one along the prior's sign, +-2 levels away.
TEST_F(PRgf, OnTheGridForwardDifferencesStartFromTheQueriedImage) {
  for (const double epsilon : {0.5, 0.53, 0.56}) {
    auto problem = this->problem(std::make_shared<LinearVictim>(kShape, 2, 1));
    problem.ball = NormBall(Norm::l2, epsilon, false);
    for (float& value : problem.original) value = from_level(to_level(value));
    PRgfL2Options options = l2_options(4, 1, 2);
    options.signs = true;
    PRgfAttack attack(problem, options);
    Eigen::RowVectorXf shown;
    for (int number = 0; number <= 5; ++number) {
      Batch image = *attack.ask();
      problem.ball.project_to_box(image.data(), kShape.size());
      if (number == 4) shown = image.row(0);
      for (int i = 0; number == 5 && i < kShape.size(); ++i)
        EXPECT_EQ(std::abs(to_level(image(0, i)) - to_level(shown[i])), 2) << "epsilon " << epsilon;
      const Scores scores = victim_.scores(image);
      attack.tell(image, {observe(scores, log_probabilities(scores), 0, problem.goal)});
    }
    EXPECT_GT((shown - problem.original).norm(), 0.9 * epsilon);
  }
}

// In L2 sigma grows until a difference has the length epsilon.
TEST_F(PRgf, InL2WidensDifferencesUpToTheBound) {
  victim_ = LinearVictim(kShape, 2, 1, 0.0);
  auto problem = this->problem(std::make_shared<LinearVictim>(kShape, 2, 3));
  problem.ball = NormBall(Norm::l2, 0.5, true);
  PRgfL2Options options;
  options.samples = 3;
  PRgfAttack attack(problem, options);
  float widest = 0;
  for (int i = 0; i < 60; ++i) {
    const Batch image = *attack.ask();
    widest = std::max(widest, (image.row(0) - problem.original).norm());
    const Scores scores = victim_.scores(image);
    attack.tell(image, {observe(scores, log_probabilities(scores), 0, problem.goal)});
  }
  EXPECT_NEAR(widest, 0.5, 1e-4);
}

TEST(PRgfSettings, InL2AreThePublishedValues) {
  std::map<std::string, std::string> defaults;
  for (const auto& setting : attack_settings("p-rgf", {3, 224, 224}, {}, Norm::l2))
    defaults[setting.key] = setting.fallback;
  EXPECT_EQ(defaults["samples"], "50");
  EXPECT_EQ(defaults["norm"], "10");
  EXPECT_EQ(defaults["probes"], "forward");
  EXPECT_EQ(defaults["directions"], "gaussian");
  EXPECT_EQ(defaults["step"], "0.163");
  EXPECT_NO_THROW(make_recipe("p-rgf:as=paper", {3, 224, 224}, {}, Norm::l2));
}

// A step takes 50 samples, a difference along the prior and the new image; two of ten steps take ten more.
TEST(PRgfSettings, ProbeQueriesAreTenSteps) {
  EXPECT_EQ(make_recipe("p-rgf", {3, 224, 224}, {}, Norm::l2).summary.probe_queries, 540);
  EXPECT_EQ(make_recipe("p-rgf:samples=2:norm=1", {3, 224, 224}).summary.probe_queries, 100);
}

}  // namespace
}  // namespace bora::attacks::p_rgf_test
