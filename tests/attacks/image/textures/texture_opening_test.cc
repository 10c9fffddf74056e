#include "attacks/image/textures/texture_opening.h"

#include <gtest/gtest.h>

#include "support/attack_driver.h"

namespace bora::attacks {
namespace {

using Kind = TextureFamily::Kind;
using testing::LinearVictim;
using testing::random_problem;

constexpr int kClasses = 3;

// Returns a problem on a grey or colour image whose clean scores are (4, 0, -4).
AttackProblem problem_on(int channels) {
  const ImageShape shape{channels, 16, 16};
  LinearVictim victim(shape, kClasses, 1);
  AttackProblem problem = random_problem(victim, false, LinfBall(0.1, true), 50);
  problem.clean = Observation{};
  problem.clean->log_p = Eigen::RowVector3d(4, 0, -4);
  return problem;
}

// Returns the scores of a victim whose first score was lowered by `by`.
Eigen::RowVectorXd moved(double by) {
  return Eigen::RowVector3d(4 - by, 0, -4);
}

TEST(TextureOpening, SwitchesToCoarseTexturesIfFineOnesHaveLittleEffect) {
  const auto problem = problem_on(3);
  TextureOpening opening(problem);
  EXPECT_EQ(opening.fixed()->kind, Kind::wave);
  opening.tell(moved(0.1));
  EXPECT_EQ(opening.fixed()->kind, Kind::flat);
  opening.tell(moved(0.3));
  EXPECT_TRUE(opening.coarse());
  EXPECT_FALSE(opening.fixed());
  for (const TextureFamily& family : opening.families()) {
    // At most one change of sign over half the image.
    const bool is_wave = family.kind == Kind::wave;
    EXPECT_TRUE(family.kind == Kind::flat || (is_wave ? family.high <= 1 : family.low >= 16));
  }
  opening.tell(moved(0));
  EXPECT_TRUE(opening.coarse()) << "the first two decide";
}

TEST(TextureOpening, KeepsFineTexturesThatMoveTheScores) {
  const auto problem = problem_on(3);
  TextureOpening opening(problem);
  opening.tell(moved(2));
  EXPECT_FALSE(opening.coarse());
  EXPECT_EQ(opening.fixed()->kind, Kind::wave);
  EXPECT_EQ(opening.families().size(), texture_families().size());
}

// With a very small epsilon every texture has little effect.
TEST(TextureOpening, SwitchesBackIfCoarseTexturesHaveLessEffect) {
  const auto problem = problem_on(3);
  TextureOpening opening(problem);
  opening.tell(moved(0.1));
  opening.tell(moved(-0.05));
  EXPECT_FALSE(opening.coarse());
  EXPECT_EQ(opening.fixed()->kind, Kind::wave);
}

// Adding the same number to all scores has no effect on the opening.
TEST(TextureOpening, IgnoresACommonTermOfAllScores) {
  const auto problem = problem_on(3);
  TextureOpening opening(problem);
  opening.tell(moved(0.1).array() + 100);
  EXPECT_TRUE(opening.coarse());
}

TEST(TextureOpening, NeedsColourAndTheCleanScores) {
  const auto grey = problem_on(1);
  TextureOpening of_grey(grey);
  of_grey.tell(moved(0.1));
  EXPECT_FALSE(of_grey.coarse());

  auto unknown = problem_on(3);
  unknown.clean.reset();
  TextureOpening of_unknown(unknown);
  of_unknown.tell(moved(0.1));
  EXPECT_FALSE(of_unknown.coarse());
}

TEST(TextureOpening, StartsWithStripesOnGreyImagesThatFillTheirCanvas) {
  auto problem = problem_on(1);
  const auto begins_with = [&] { return TextureOpening(problem).fixed()->kind; };
  for (const float ground : {0.0F, 1.0F}) {
    problem.original.setConstant(ground);
    for (int i = 0; i < 50; ++i) problem.original[i] = static_cast<float>(i) / 255 + 0.3F;
    EXPECT_EQ(begins_with(), Kind::wave) << "strokes on " << ground;
    for (int i = 0; i < 200; ++i) problem.original[i] = static_cast<float>(i % 100) / 255 + 0.3F;
    EXPECT_EQ(begins_with(), Kind::vertical) << "a thing on " << ground;
  }
}

}  // namespace
}  // namespace bora::attacks
