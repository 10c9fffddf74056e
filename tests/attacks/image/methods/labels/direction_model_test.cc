#include "attacks/image/methods/labels/direction_model.h"

#include <cmath>
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "common/json.h"
#include "support/half_space.h"

namespace bora::attacks {
namespace {

using testing::HalfSpace;

template <typename Vector>
Vector vector_of(const nlohmann::json& values) {
  Vector out(static_cast<Eigen::Index>(values.size()));
  for (std::size_t i = 0; i < values.size(); ++i) out[static_cast<Eigen::Index>(i)] = values[i].get<double>();
  return out;
}

TEST(DirectionModel, HasTheGoldenPosterior) {
  std::ifstream file(BORA_TEST_SOURCE_DIR "/golden/attacks/direction_model.json");
  const auto golden = parse_valid_json(file);
  AttackProblem problem;
  problem.shape = {golden["shape"][0], golden["shape"][1], golden["shape"][2]};
  problem.original = vector_of<Eigen::RowVectorXf>(golden["original"]);
  problem.ball = LinfBall(golden["epsilon"], true);
  DirectionModel model(problem);
  const std::size_t n = golden["answers"].size(), m = golden["predicted"].size();
  for (std::size_t i = 0; i < n; ++i)
    model.add(vector_of<Eigen::RowVectorXf>(golden["signs"][i]), golden["thresholds"][i],
              golden["answers"][i] == 1);
  model.fit();
  EXPECT_LT((model.means() - vector_of<Eigen::VectorXd>(golden["means"])).cwiseAbs().maxCoeff(), 1e-5);
  Batch signs(m, problem.shape.size());
  for (std::size_t i = 0; i < m; ++i) signs.row(i) = vector_of<Eigen::RowVectorXf>(golden["signs"][n + i]);
  const auto posterior = model.predict(signs);
  EXPECT_LT((posterior.mean - vector_of<Eigen::VectorXd>(golden["predicted"])).cwiseAbs().maxCoeff(), 1e-5);
  EXPECT_LT((posterior.deviation - vector_of<Eigen::VectorXd>(golden["deviation"])).cwiseAbs().maxCoeff(),
            1e-5);
}

// Fixture with answers about a half-space, for which t is linear in the direction.
class DirectionModelOfAHalfSpace : public ::testing::Test {
 protected:
  static constexpr ImageShape kShape{1, 8, 8};

  DirectionModelOfAHalfSpace()
      : victim_(kShape, 0.06), problem_(victim_.problem(true)), model_(problem_), rng_(3) {}

  Eigen::RowVectorXf draw() {
    Eigen::RowVectorXf signs(kShape.size());
    for (float& sign : signs) sign = static_cast<float>(rng_.sign());
    return signs;
  }
  double t(const Eigen::RowVectorXf& signs) const {
    return 0.05 / 0.06 * victim_.normal().dot(signs) / victim_.normal().cwiseAbs().sum();
  }
  void tell(int count) {
    for (int i = 0; i < count; ++i) {
      const Eigen::RowVectorXf signs = draw();
      const double threshold = rng_.uniform(-0.2, 0.2);
      model_.add(signs, threshold, t(signs) >= threshold);
    }
  }

  HalfSpace victim_;
  AttackProblem problem_;
  DirectionModel model_;
  Rng rng_;
};

TEST_F(DirectionModelOfAHalfSpace, SlopePointsAlongTheNormal) {
  tell(150);
  model_.fit();
  Eigen::Index best;
  model_.means().maxCoeff(&best);
  const Eigen::RowVectorXf slope = model_.slope(static_cast<int>(best));
  const double agreement = slope.cwiseProduct(victim_.normal()).sum() / victim_.normal().cwiseAbs().sum();
  EXPECT_GT(agreement, 0.5) << "1: all signs; 0: chance";
}

// Flipping one sign changes the posterior mean as the slope predicts. The slope does not include textures.
TEST(DirectionModelSlope, IsThatOfThePosteriorMean) {
  const HalfSpace victim({1, 8, 8}, 0.06);
  const AttackProblem problem = victim.problem(true);
  DirectionModel model(
      problem, {.texture = 0, .length = 50});  // a long lengthscale, so that the mean is nearly linear
  Rng rng(4);
  Eigen::RowVectorXf signs(64);
  for (int i = 0; i < 40; ++i) {
    for (float& sign : signs) sign = static_cast<float>(rng.sign());
    model.add(signs, 0, victim.normal().dot(signs) > 0);
  }
  model.fit();
  const Eigen::RowVectorXf base = model.direction(0), slope = model.slope(0);
  Batch flipped(64, 64);
  for (int j = 0; j < 64; ++j) {
    flipped.row(j) = base;
    flipped(j, j) = -base[j];
  }
  const Eigen::VectorXd change = model.predict(flipped).mean.array() - model.means()[0];
  int checked = 0;
  for (int j = 0; j < 64; ++j) {
    if (std::abs(change[j]) < 1e-4) continue;
    ++checked;
    EXPECT_EQ(slope[j] * base[j]<0, change[j]> 0) << "sign " << j;
  }
  EXPECT_GT(checked, 40);
}

TEST_F(DirectionModelOfAHalfSpace, DropsTheOldestAnswerButKeepsTheBest) {
  model_.add(draw(), 1, true);  // the answer with the largest t
  const Eigen::RowVectorXf best = model_.direction(0);
  tell(DirectionModel::kMost - 1);
  model_.fit();
  const Eigen::RowVectorXf third = model_.direction(2);
  tell(1);
  EXPECT_EQ(model_.size(), DirectionModel::kMost);
  EXPECT_EQ(model_.direction(0), best);
  EXPECT_EQ(model_.direction(1), third);
  model_.fit();
  EXPECT_EQ(model_.means().size(), DirectionModel::kMost);
}

// In L2 t is linear in the direction of mean square 1.
TEST(DirectionModelInL2, LearnsTheNormalOfAHalfSpace) {
  constexpr ImageShape kShape{1, 8, 8};
  const HalfSpace victim(kShape, 0.06);
  const AttackProblem problem = victim.problem(true, Norm::l2);
  DirectionModel model(problem);
  Rng rng(3);
  Eigen::RowVectorXf direction(kShape.size());
  for (int i = 0; i < 150; ++i) {
    for (float& value : direction) value = static_cast<float>(rng.normal());
    direction *= std::sqrt(64.0F) / direction.norm();
    model.add(direction, 0, victim.normal().dot(direction) >= 0);
    const Eigen::RowVectorXf kept = model.direction(i);
    EXPECT_NEAR(kept.norm(), 8, 1e-3);
    EXPECT_GT(kept.dot(direction), 0.999F * 64);
  }
  model.fit();
  Eigen::Index best;
  model.means().maxCoeff(&best);
  const Eigen::RowVectorXf slope = model.slope(static_cast<int>(best));
  EXPECT_NEAR(slope.norm(), 8, 1e-3);
  EXPECT_GT(slope.dot(victim.normal()), 0.5F * slope.norm() * victim.normal().norm());
}

}  // namespace
}  // namespace bora::attacks
