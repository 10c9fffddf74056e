#include "attacks/image/methods/labels/label_bo.h"

#include <gtest/gtest.h>

#include "support/exchanges.h"
#include "support/half_space.h"

namespace bora::attacks {
namespace {

using testing::drive_labels;
using testing::HalfSpace;

// Half-space at 0.6 of the bound: a direction that succeeds agrees with more than four fifths of the normal's
// weight.
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

// Queries of the opening lie on the border of the ball and need no model.
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

INSTANTIATE_TEST_SUITE_P(All, LabelBoOnAHalfSpace, ::testing::Bool(),
                         [](const auto& test) { return test.param ? "Continuous" : "EightBit"; });

}  // namespace
}  // namespace bora::attacks
