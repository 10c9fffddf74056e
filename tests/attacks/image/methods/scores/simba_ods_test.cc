#include "attacks/image/methods/scores/simba_ods.h"

#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "attacks/factory.h"
#include "support/dense.h"
#include "support/exchanges.h"

namespace bora::attacks::simba_ods_test {
namespace {

using testing::continuous_problem;
using testing::drive;
using testing::LinearVictim;

constexpr ImageShape kShape{1, 6, 7};
constexpr int kClasses = 3;
using Shape = SubstituteStepOptions::Shape;

class SimbaOds : public ::testing::Test {
 protected:
  AttackProblem problem(const Goal& goal) const {
    auto problem = continuous_problem(kShape, kClasses, goal, 0.1);
    problem.substitutes = std::make_shared<Substitutes>(std::vector<std::shared_ptr<Victim>>{substitute_});
    return problem;
  }
  // Returns the share of a step that is in the span of the substitute model's gradients.
  double share_in_span(const Eigen::RowVectorXf& step) const {
    const Eigen::MatrixXd basis = substitute_->weights().cast<double>();
    const Eigen::VectorXd along = basis * step.transpose().cast<double>();
    return std::sqrt(along.dot(testing::inverse_of(basis * basis.transpose()) * along)) / step.norm();
  }

  std::shared_ptr<LinearVictim> substitute_ = std::make_shared<LinearVictim>(kShape, kClasses, 3);
  LinearVictim victim_{kShape, kClasses, 1};
};

TEST_F(SimbaOds, StepsStraightAlongGradientsOfWeightedOutputs) {
  const auto problem = this->problem({0, 2});
  SimbaOdsAttack attack(problem, {{Shape::straight, 0.05}});
  const auto trace = drive(attack, victim_, problem, 2);
  EXPECT_EQ(trace[0].image, problem.original);
  const Eigen::RowVectorXf step = trace[1].image - problem.original;
  EXPECT_NEAR(step.norm(), 0.05 * 0.1 * std::sqrt(42), 1e-6);
  EXPECT_NEAR(share_in_span(step), 1, 1e-5);
}

TEST_F(SimbaOds, InL2AStepHasItsShareOfEpsilon) {
  auto problem = this->problem({0, 2});
  problem.ball = NormBall(Norm::l2, 0.5, true);
  SimbaOdsL2Options options;
  options.step.length = 0.2;
  SimbaOdsAttack attack(problem, options);
  const auto trace = drive(attack, victim_, problem, 2);
  const Eigen::RowVectorXf step = trace[1].image - problem.original;
  EXPECT_NEAR(step.norm(), 0.1, 1e-5);
  EXPECT_NEAR(share_in_span(step), 1, 1e-4);
  std::map<std::string, std::string> defaults;
  for (const auto& setting : attack_settings("simba-ods", {3, 224, 224}, {}, Norm::l2))
    defaults[setting.key] = setting.fallback;
  EXPECT_EQ(defaults["step"], "0.016");
}

TEST_F(SimbaOds, EndsIfRoundingUndoesEveryStep) {
  const auto problem = this->problem({0, {}});
  SimbaOdsAttack attack(problem, {{Shape::straight, 1e-12}});
  drive(attack, victim_, problem, 1);  // the clean image
  EXPECT_FALSE(attack.ask());
}

// A step of a hundredth of a grey level changes no image by itself.
TEST_F(SimbaOds, SkipsStepsThatTheGridUndoes) {
  auto problem = this->problem({0, {}});
  problem.ball = LinfBall(0.1, false);
  for (float& value : problem.original) value = from_level(to_level(value));
  SimbaOdsAttack attack(problem, {{Shape::sign, 4e-4}});
  drive(attack, victim_, problem, 1);  // the original
  EXPECT_FALSE(attack.ask());
}

TEST_F(SimbaOds, SignStepsMoveEveryPixelByTheSameAmount) {
  const auto problem = this->problem({0, {}});
  SimbaOdsAttack attack(problem, {{Shape::sign, 0.25}});
  const auto trace = drive(attack, victim_, problem, 2);
  const Eigen::RowVectorXf step = trace[1].image - problem.original;
  EXPECT_TRUE(step.cwiseAbs().isConstant(0.025F, 1e-6F));
}

TEST_F(SimbaOds, DrawsWeightsAndSubstitutesForEveryStep) {
  auto problem = this->problem({0, {}});
  const auto other = std::make_shared<LinearVictim>(kShape, kClasses, 4);
  problem.substitutes =
      std::make_shared<Substitutes>(std::vector<std::shared_ptr<Victim>>{substitute_, other});
  SimbaOdsAttack attack(problem, {{Shape::straight, 0.01}});
  int own = 0, directions = 0;
  Eigen::RowVectorXf at = problem.original;
  Eigen::RowVectorXf last = Eigen::RowVectorXf::Zero(at.size());
  double best = -1e9;
  for (const auto& [image, seen] : drive(attack, victim_, problem, 60)) {
    const Eigen::RowVectorXf step = image - at;
    const bool back = std::abs(step.dot(last)) > 0.999F * step.norm() * last.norm();
    if (step.norm() > 0 && (directions == 0 || !back)) {
      ++directions;
      own += share_in_span(step) > 0.999;
      last = step;
    }
    const double loss = loss_value(Loss::margin, problem.goal, seen.log_p);
    if (loss > best) best = loss, at = image;
  }
  EXPECT_GT(directions, 25);
  EXPECT_GT(own, directions / 4);
  EXPECT_LT(own, 3 * directions / 4);
}

// A step forward, then one back from the same image if the first was no better; the next step is from the
// better image.
TEST_F(SimbaOds, ContinuesFromImprovementsOnly) {
  const auto problem = this->problem({0, 2});
  SimbaOdsAttack attack(problem, {{Shape::sign, 0.1}});
  Eigen::RowVectorXf at = problem.original;
  Eigen::RowVectorXf failed(0);
  double best = 0;
  int kept = 0, undone = 0;
  const auto trace = drive(attack, victim_, problem, 40);
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const double loss = loss_value(Loss::cross_entropy, problem.goal, trace[i].seen.log_p);
    if (failed.size() > 0) {
      EXPECT_TRUE((trace[i].image - at).isApprox(at - failed, 1e-3F)) << "query " << i;
      ++undone;
    }
    const bool better = i == 0 || loss > best;
    const bool second = failed.size() > 0;
    failed.resize(0);
    if (better) {
      at = trace[i].image, best = loss, ++kept;
    } else if (!second) {
      failed = trace[i].image;
    }
    if (kept > 4) break;  // later steps are clipped by the ball
  }
  EXPECT_GT(kept, 4);
  EXPECT_GT(undone, 0);
}

// A network with a gradient of 0 gives no direction.
TEST_F(SimbaOds, UsesRandomDirectionsWithoutGradients) {
  auto problem = this->problem({0, {}});
  problem.substitutes = std::make_shared<Substitutes>(
      std::vector<std::shared_ptr<Victim>>{std::make_shared<LinearVictim>(kShape, kClasses, 4, 0.0)});
  SimbaOdsAttack attack(problem, {});
  const auto trace = drive(attack, victim_, problem, 30);
  EXPECT_GT(trace.back().image.cwiseAbs().sum(), 0);
  EXPECT_NE(trace[1].image, problem.original);
}

}  // namespace
}  // namespace bora::attacks::simba_ods_test
