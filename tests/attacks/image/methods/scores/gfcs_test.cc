#include "attacks/image/methods/scores/simba_ods.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "attacks/factory.h"
#include "support/exchanges.h"

namespace bora::attacks::gfcs_test {
namespace {

using testing::continuous_problem;
using testing::LinearVictim;

constexpr ImageShape kShape{1, 6, 7};
constexpr int kClasses = 4;

class Gfcs : public ::testing::Test {
 protected:
  Gfcs() {
    std::vector<std::shared_ptr<Victim>> networks;
    for (int k = 0; k < 3; ++k) {
      networks_.push_back(std::make_shared<LinearVictim>(kShape, kClasses, 30 + k));
      networks.push_back(networks_.back());
    }
    substitutes_ = std::make_shared<Substitutes>(networks);
  }
  AttackProblem problem(const Goal& goal) const {
    auto problem = continuous_problem(kShape, kClasses, goal, 0.1);
    problem.substitutes = substitutes_;
    return problem;
  }
  // Returns an observation of class 0 whose margin to class `other` is `margin`.
  static Observation seen(int other, double margin) {
    Observation seen;
    seen.log_p = Eigen::RowVectorXd::Constant(kClasses, -9);
    seen.log_p[0] = -1;
    seen.log_p[other] = -1 + margin;
    return seen;
  }
  // Returns the index of the substitute model whose sign step along the margin to `other` equals `step`; -1:
  // none.
  int substitute_of(const Eigen::RowVectorXf& step, int other) const {
    for (std::size_t k = 0; k < networks_.size(); ++k) {
      const auto& weights = networks_[k]->weights();
      const Eigen::RowVectorXf gradient = weights.row(other) - weights.row(0);
      if (step.cwiseSign() == gradient.cwiseSign()) return static_cast<int>(k);
    }
    return -1;
  }

  std::vector<std::shared_ptr<LinearVictim>> networks_;
  std::shared_ptr<const Substitutes> substitutes_;
};

// The margin is to class 3, the victim's second best, not to that of the substitute models.
TEST_F(Gfcs, TriesTheGradientOfEachSubstituteOnceAndThenDiversifiedDirections) {
  const auto problem = this->problem({0, {}});
  GfcsAttack attack(problem, {{{SubstituteStepOptions::Shape::sign, 0.2}}});
  EXPECT_EQ(attack.ask()->row(0), problem.original);
  attack.tell(problem.original, {seen(3, -2)});
  std::set<int> tried;
  for (int k = 0; k < 3; ++k) {
    const Batch forth = *attack.ask();
    tried.insert(substitute_of(forth.row(0) - problem.original, 3));
    attack.tell(forth, {seen(2, -4)});
    const Batch back = *attack.ask();
    EXPECT_TRUE((back.row(0) - problem.original).isApprox(problem.original - forth.row(0), 1e-4F));
    attack.tell(back, {seen(1, -4)});
  }
  EXPECT_EQ(tried, (std::set<int>{0, 1, 2}));
  for (int i = 0; i < 4; ++i) {
    const Batch image = *attack.ask();
    if (i % 2 == 0) {
      EXPECT_EQ(substitute_of(image.row(0) - problem.original, 3), -1);
    }
    attack.tell(image, {seen(3, -4)});
  }
}

TEST_F(Gfcs, ReturnsToGradientsAfterAnImprovement) {
  const auto problem = this->problem({0, {}});
  GfcsAttack attack(problem, {{{SubstituteStepOptions::Shape::sign, 0.1}}});
  attack.ask();
  attack.tell(problem.original, {seen(3, -2)});
  for (int i = 0; i < 6; ++i) attack.tell(*attack.ask(), {seen(3, -4)});
  const Batch diversified = *attack.ask();
  ASSERT_EQ(substitute_of(diversified.row(0) - problem.original, 3), -1);
  attack.tell(diversified, {seen(2, -1)});  // better, and the victim's second best class has changed
  EXPECT_GE(substitute_of(attack.ask()->row(0) - diversified.row(0), 2), 0);
}

// The gradient is that of log f_t of the substitute model, through the softmax.
TEST_F(Gfcs, FollowsTheCrossEntropyOfTheSubstituteTargeted) {
  const auto problem = this->problem({0, 2});
  GfcsAttack attack(problem, {{{SubstituteStepOptions::Shape::sign, 0.1}}});
  attack.ask();
  attack.tell(problem.original, {seen(2, -2)});
  const Eigen::RowVectorXf step = attack.ask()->row(0) - problem.original;
  const Batch gradients = substitutes_->gradients(problem.original, problem.goal, Loss::cross_entropy);
  int equal = 0;
  for (int k = 0; k < 3; ++k) equal += step.cwiseSign() == gradients.row(k).cwiseSign();
  EXPECT_EQ(equal, 1);
}

// The margin's gradient of a linear substitute model does not depend on the image.
TEST_F(Gfcs, InL2StepsAlongTheGradientItself) {
  auto problem = this->problem({0, {}});
  problem.ball = NormBall(Norm::l2, 0.5, true);
  GfcsAttack attack(problem, GfcsL2Options());
  attack.ask();
  attack.tell(problem.original, {seen(3, -2)});
  const Eigen::RowVectorXf step = attack.ask()->row(0) - problem.original;
  EXPECT_NEAR(step.norm(), 0.163 * 0.5, 1e-5);
  int along = 0;
  for (const auto& network : networks_) {
    const Eigen::RowVectorXf gradient = network->weights().row(3) - network->weights().row(0);
    along += step.dot(gradient) > 0.9999F * step.norm() * gradient.norm();
  }
  EXPECT_EQ(along, 1);
}

TEST_F(Gfcs, InL2LongStepsEndOnTheBorderOfTheBall) {
  auto problem = this->problem({0, {}});
  problem.ball = NormBall(Norm::l2, 0.3, true);
  GfcsL2Options options;
  options.step.length = 2;
  GfcsAttack attack(problem, options);
  attack.ask();
  attack.tell(problem.original, {seen(3, -2)});
  for (int i = 0; i < 10; ++i) {
    const Batch image = *attack.ask();
    EXPECT_NEAR((image.row(0) - problem.original).norm(), 0.3, 1e-5) << i;
    attack.tell(image, {seen(3, i % 3 - 2)});
  }
}

// Sign steps exist in L-infinity only, and the published values are the defaults.
TEST(GfcsSettings, InL2AreThePublishedValues) {
  std::map<std::string, std::string> defaults;
  for (const auto& setting : attack_settings("gfcs", {3, 224, 224}, {}, Norm::l2))
    defaults[setting.key] = setting.fallback;
  EXPECT_EQ(defaults["step"], "0.163");
  EXPECT_FALSE(defaults.contains("steps"));
  EXPECT_NO_THROW(make_recipe("gfcs:as=paper:step=0.1", {3, 224, 224}, {}, Norm::l2));
}

}  // namespace
}  // namespace bora::attacks::gfcs_test
