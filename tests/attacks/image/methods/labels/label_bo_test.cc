#include "attacks/image/methods/labels/label_bo.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "support/exchanges.h"
#include "support/half_space.h"

namespace bora::attacks {
namespace {

using testing::drive_labels;
using testing::HalfSpace;

// Fixture with a half-space at 0.6 of the bound. A direction succeeds if its signs agree with those of the
// normal on more than four fifths of the normal's weight.
class LabelBoOnAHalfSpace : public ::testing::TestWithParam<bool> {
 protected:
  static constexpr ImageShape kShape{1, 8, 8};
  static constexpr double kEpsilon = 26.0 / 255;

  LabelBoOnAHalfSpace() : victim_(kShape, 0.6 * kEpsilon), problem_(victim_.problem(GetParam())) {
    problem_.ball = LinfBall(kEpsilon, GetParam());
    problem_.goal.target.reset();
    problem_.example.resize(0);
  }
  bool inside(const Eigen::RowVectorXf& image) const {
    return problem_.ball.contains(problem_.original.data(), image.data(), kShape.size());
  }

  HalfSpace victim_;
  AttackProblem problem_;
};

TEST_P(LabelBoOnAHalfSpace, FindsAnImageInsideTheBall) {
  LabelBo attack(problem_, {});
  int first = 0, outside = 0;
  const auto trace = drive_labels(
      attack, [&](const auto& image) { return victim_.adversarial(image); }, 200);
  for (std::size_t i = 0; i < trace.size(); ++i) {
    outside += !inside(trace[i].image);
    if (first == 0 && trace[i].seen.adversarial && inside(trace[i].image)) first = static_cast<int>(i) + 1;
  }
  EXPECT_GT(first, 1);
  EXPECT_LE(first, 150);
  EXPECT_GT(outside, 10) << "the boundary is looked for beyond the ball";
}

// The nearest point of this half-space is at 1.2 of the bound, so there is no success. After the model's
// queries nothing is fitted, and the radius falls to near that of the boundary along the best signs.
TEST_P(LabelBoOnAHalfSpace, FlipsBlocksOfTheBestDirectionAfterTheModel) {
  const HalfSpace far(kShape, 1.2 * kEpsilon);
  LabelBo attack(problem_, {.model = 120});
  const auto answer = [&](const auto& image) { return far.adversarial(image); };
  const auto least = [&](const auto& trace) {
    double radius = 1;
    for (const auto& exchange : trace)
      if (exchange.seen.adversarial)
        radius = std::min<double>(radius, (exchange.image - problem_.original).cwiseAbs().maxCoeff());
    return radius;
  };
  const double of_model = least(drive_labels(attack, answer, 120));
  ASSERT_LT(of_model, 1);
  const double seconds = attack.seconds().at("fit");
  EXPECT_GT(seconds, 0);
  const double of_blocks = least(drive_labels(attack, answer, 1500));
  EXPECT_EQ(attack.seconds().at("fit"), seconds);
  EXPECT_LT(of_blocks, of_model);
  EXPECT_LT(of_blocks, 1.15 * 1.2 * kEpsilon);
}

// Queries of the opening are on the border of the ball and need no model.
TEST_P(LabelBoOnAHalfSpace, OpensWithTexturesAtTheBound) {
  LabelBo attack(problem_, {.opening = 12});
  const auto trace = drive_labels(
      attack, [](const auto&) { return false; }, 12);
  for (const auto& exchange : trace) {
    EXPECT_TRUE(inside(exchange.image));
    EXPECT_NEAR((exchange.image - problem_.original).cwiseAbs().minCoeff(), kEpsilon, 1e-6);
  }
  EXPECT_EQ(attack.seconds().at("fit"), 0);
}

// For a colour image it is a wave with the same phase in all channels. Only two of the ten families of
// texture_families() have this.
TEST(LabelBo, OpensWithTheTextureThatFoolsMost) {
  constexpr ImageShape kColour{3, 8, 8};
  const HalfSpace victim(kColour, 0.05);
  for (int seed = 0; seed < 6; ++seed) {
    auto problem = victim.problem(true);
    problem.seed = seed;
    problem.goal.target.reset();
    problem.example.resize(0);
    LabelBo attack(problem, {});
    const auto trace = drive_labels(
        attack, [](const auto&) { return false; }, 1);
    const Eigen::RowVectorXf change = trace[0].image - problem.original;
    EXPECT_LT((change.head(64) - change.tail(64)).cwiseAbs().maxCoeff(), 1e-6) << seed;
  }
}

// The example of HalfSpace is outside the ball. The boundary is crossed at 0.6 of its distance, below 10
// epsilon.
TEST_P(LabelBoOnAHalfSpace, TargetedQueriesTowardsTheExampleFirst) {
  problem_.goal.target = 1;
  problem_.example = victim_.problem(GetParam()).example;
  // Values that are near those of the example do not move.
  problem_.example.head(5) = problem_.original.head(5).array() + 0.04F;
  const Eigen::RowVectorXf difference = problem_.example - problem_.original;
  const double distance = difference.cwiseAbs().maxCoeff();
  ASSERT_LT(distance, 10 * kEpsilon);
  LabelBo attack(problem_, {});
  const auto trace = drive_labels(
      attack, [](const auto&) { return false; }, 5);
  const double radii[] = {kEpsilon, 2 * kEpsilon, 4 * kEpsilon, distance};
  constexpr float kLevel = 1.01F / 255;
  for (int i = 0; i < 4; ++i) {
    const Eigen::RowVectorXf change = trace[i].image - problem_.original;
    for (int k = 0; k < change.size(); ++k) {
      const bool stays = std::abs(difference[k]) <= kEpsilon / 2;
      const double radius = std::min(distance, radii[i]);
      const double asked = problem_.original[k] + (difference[k] > 0 ? radius : -radius);
      EXPECT_NEAR(trace[i].image[k], stays ? problem_.original[k] : std::clamp(asked, 0.0, 1.0), kLevel)
          << i << " " << k;
    }
  }
  EXPECT_TRUE(inside(trace[4].image)) << "a texture follows";
  EXPECT_GT((trace[4].image - problem_.original).head(5).cwiseAbs().minCoeff(), kEpsilon - kLevel);
}

TEST_P(LabelBoOnAHalfSpace, TargetedStopsAtTheFirstRadiusThatReachesTheClass) {
  problem_.goal.target = 1;
  problem_.example = victim_.problem(GetParam()).example;
  LabelBo attack(problem_, {});
  int queries = 0;
  const auto trace = drive_labels(
      attack, [&](const auto&) { return ++queries == 2; }, 3);
  EXPECT_FALSE(inside(trace[1].image));
  EXPECT_TRUE(inside(trace[2].image)) << "a texture follows";
}

TEST_P(LabelBoOnAHalfSpace, TargetedUsesNoExampleThatIsFarAway) {
  const auto of = [&](double epsilon, bool example) {
    problem_.goal.target = 1;
    problem_.ball = LinfBall(epsilon, GetParam());
    problem_.example.resize(0);
    if (example) problem_.example = victim_.problem(GetParam()).example;
    LabelBo attack(problem_, {});
    return drive_labels(
        attack, [](const auto&) { return false; }, 10);
  };
  constexpr double kSmall = 8.0 / 255;
  const auto with = of(kSmall, true), without = of(kSmall, false);
  for (std::size_t i = 0; i < with.size(); ++i) EXPECT_EQ(with[i].image, without[i].image) << i;
  EXPECT_NE(of(kEpsilon, true).front().image, of(kEpsilon, false).front().image);
}

INSTANTIATE_TEST_SUITE_P(All, LabelBoOnAHalfSpace, ::testing::Bool(),
                         [](const auto& test) { return test.param ? "Continuous" : "EightBit"; });

// Fixture with a half-space at 0.45 of the bound in L2. Pixels are far from 0 and 1.
class LabelBoInL2 : public ::testing::TestWithParam<bool> {
 protected:
  static constexpr ImageShape kShape{1, 8, 8};

  LabelBoInL2() : victim_(kShape, 0.05), problem_(victim_.problem(GetParam(), Norm::l2)) {
    bound_ = victim_.euclidean_distance() / 0.45;
    problem_.ball = NormBall(Norm::l2, bound_, GetParam());
    problem_.goal.target.reset();
    problem_.example.resize(0);
  }
  bool inside(const Eigen::RowVectorXf& image) const {
    return problem_.ball.contains(problem_.original.data(), image.data(), kShape.size());
  }
  double length(const Eigen::RowVectorXf& image) const { return (image - problem_.original).norm(); }

  HalfSpace victim_;
  AttackProblem problem_;
  double bound_ = 0;
};

TEST_P(LabelBoInL2, FindsAnImageInsideTheBall) {
  LabelBo attack(problem_, {});
  int first = 0, outside = 0;
  const auto trace = drive_labels(
      attack, [&](const auto& image) { return victim_.adversarial(image); }, 200);
  for (std::size_t i = 0; i < trace.size(); ++i) {
    EXPECT_TRUE(problem_.ball.is_image(trace[i].image.data(), kShape.size()));
    outside += !inside(trace[i].image);
    if (first == 0 && trace[i].seen.adversarial && inside(trace[i].image)) first = static_cast<int>(i) + 1;
  }
  EXPECT_GT(first, 1);
  EXPECT_LE(first, 180);
  EXPECT_GT(outside, 5) << "the boundary is looked for beyond the ball";
}

TEST_P(LabelBoInL2, OpensWithTexturesAtTheBound) {
  LabelBo attack(problem_, {.opening = 12});
  const auto trace = drive_labels(
      attack, [](const auto&) { return false; }, 12);
  for (const auto& exchange : trace) {
    EXPECT_TRUE(inside(exchange.image));
    EXPECT_NEAR(length(exchange.image), bound_, GetParam() ? 1e-3 : 0.04);
  }
}

// Values of black pixels that cannot fall use up no length.
TEST_P(LabelBoInL2, UsesTheWholeLengthIfPixelsAreBlack) {
  problem_.original.head(32).setZero();
  LabelBo attack(problem_, {.opening = 6});
  const auto trace = drive_labels(
      attack, [](const auto&) { return false; }, 6);
  for (const auto& exchange : trace) {
    EXPECT_TRUE(inside(exchange.image));
    EXPECT_NEAR(length(exchange.image), bound_, GetParam() ? 2e-3 : 0.04);
  }
}

// The example is at less than twice the bound, so the second query, at twice the bound, reaches its class.
TEST_P(LabelBoInL2, TargetedQueriesTowardsTheExampleFirst) {
  problem_.goal.target = 1;
  const Eigen::RowVectorXf away = victim_.normal() / victim_.normal().norm();
  problem_.example = problem_.original + static_cast<float>(1.9 * bound_) * away;
  NormBall(Norm::l2, 1.9 * bound_, GetParam())
      .project(problem_.original.data(), problem_.example.data(), kShape.size());
  LabelBo attack(problem_, {});
  const auto trace = drive_labels(
      attack, [](const auto&) { return false; }, 3);
  EXPECT_TRUE(inside(trace[0].image));
  const Eigen::RowVectorXf difference = problem_.example - problem_.original;
  const Eigen::RowVectorXf first = trace[0].image - problem_.original;
  EXPECT_GT(first.dot(difference), 0.99F * first.norm() * difference.norm());
  EXPECT_LT((trace[1].image - problem_.example).cwiseAbs().maxCoeff(), 1.5F / 255);
  EXPECT_TRUE(inside(trace[2].image)) << "a texture follows";
}

INSTANTIATE_TEST_SUITE_P(All, LabelBoInL2, ::testing::Bool(),
                         [](const auto& test) { return test.param ? "Continuous" : "EightBit"; });

}  // namespace
}  // namespace bora::attacks
