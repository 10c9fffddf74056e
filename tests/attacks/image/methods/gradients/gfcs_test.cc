#include "attacks/image/methods/gradients/gfcs.h"

#include <gtest/gtest.h>

#include <set>

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
  // The substitute model whose sign step along the margin to `other` this is; -1: none.
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

// The substitute models' own runner-up does not matter: the victim's is 3.
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
  attack.tell(diversified, {seen(2, -1)});  // better, and the victim's runner-up is another now
  EXPECT_GE(substitute_of(attack.ask()->row(0) - diversified.row(0), 2), 0);
}

// log f_t of the substitute model, softmax and all.
TEST_F(Gfcs, TargetedItFollowsTheCrossEntropyOfTheSubstitute) {
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

}  // namespace
}  // namespace bora::attacks::gfcs_test
