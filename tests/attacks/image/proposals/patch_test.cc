#include "attacks/image/proposals/patch.h"

#include <set>

#include <gtest/gtest.h>

namespace bora::attacks::patch_test {
namespace {

AttackProblem grey_problem(int side) {
  AttackProblem problem;
  problem.shape = {3, 7, 9};
  problem.original = Pixels::Constant(problem.shape.size(), from_level(100));
  problem.ball = NormBall(Norm::patch, side, false, problem.shape);
  return problem;
}

TEST(Patch, HasTheSideOfTheBoundAndAnyPlaceOfTheImage) {
  const AttackProblem problem = grey_problem(4);
  Rng rng(3);
  std::set<int> rows, columns;
  for (int i = 0; i < 300; ++i) {
    const Patch patch = draw_patch(problem, PatchColours::random, rng);
    EXPECT_EQ(patch.shape, (ImageShape{3, 4, 4}));
    const Pixels image = with_patch(problem, patch);
    const double side = problem.ball.distance(problem.original.data(), image.data(), problem.shape.size());
    EXPECT_EQ(side, 4) << "no corner of the colour cube is the original's grey";
    EXPECT_EQ(patch_of(problem, image), patch);
    rows.insert(patch.top);
    columns.insert(patch.left);
  }
  EXPECT_EQ(rows, (std::set<int>{0, 1, 2, 3}));
  EXPECT_EQ(columns, (std::set<int>{0, 1, 2, 3, 4, 5}));
}

TEST(Patch, IsCutOffIfTheImageIsNarrower) {
  const AttackProblem problem = grey_problem(8);
  Rng rng(3);
  EXPECT_EQ(draw_patch(problem, PatchColours::squares, rng).shape, (ImageShape{3, 7, 8}));
}

TEST(Patch, CoversSmallerChangesAtTheBorder) {
  const AttackProblem problem = grey_problem(4);
  Pixels image = problem.original;
  image[6 * 9 + 8] = 1;  // the last pixel, red
  const Patch patch = patch_of(problem, image);
  EXPECT_EQ(patch.top, 3);
  EXPECT_EQ(patch.left, 5);
  EXPECT_EQ(with_patch(problem, patch), image);
  EXPECT_EQ(with_patch(problem, patch_of(problem, problem.original)), problem.original);
}

TEST(PatchColours, AreCornersInTheirPattern) {
  constexpr ImageShape kShape{3, 16, 16};
  const auto value = [&](const Pixels& colours, int c, int y, int x) {
    return colours[(c * kShape.height + y) * kShape.width + x];
  };
  Rng rng(5);
  for (std::size_t kind = 0; kind < patch_colour_names().size(); ++kind) {
    const std::string& name = patch_colour_names()[kind];
    const Pixels colours = draw_colours(static_cast<PatchColours>(kind), kShape, rng);
    ASSERT_EQ(colours.size(), kShape.size());
    int as_above = 0, as_left = 0, ones = 0;
    for (int c = 0; c < 3; ++c)
      for (int y = 1; y < 16; ++y)
        for (int x = 1; x < 16; ++x) {
          const float here = value(colours, c, y, x);
          EXPECT_TRUE(here == 0 || here == 1) << name;
          ones += here == 1 ? 1 : 0;
          as_above += here == value(colours, c, y - 1, x) ? 1 : 0;
          as_left += here == value(colours, c, y, x - 1) ? 1 : 0;
        }
    constexpr int kAll = 3 * 15 * 15;
    if (name == "uniform") {
      EXPECT_EQ(as_above, kAll);
      EXPECT_EQ(as_left, kAll);
      continue;
    }
    EXPECT_GT(ones, kAll / 4) << name;
    EXPECT_LT(ones, 3 * kAll / 4) << name;
    if (name == "stripes") {
      EXPECT_EQ(as_above, kAll) << "vertical";
      EXPECT_LT(as_left, kAll);
    } else if (name == "random") {
      EXPECT_NEAR(as_above, kAll / 2, 100);
    } else {
      EXPECT_GT(as_above, 6 * kAll / 10) << "squares of up to 3 pixels a side";
      EXPECT_GT(as_left, 6 * kAll / 10);
    }
  }
}

TEST(PatchColours, FillAPatchOfOnePixel) {
  Rng rng(5);
  std::set<float> seen;
  for (int i = 0; i < 20; ++i) seen.insert(draw_colours(PatchColours::squares, {1, 1, 1}, rng)[0]);
  EXPECT_EQ(seen, (std::set<float>{0, 1}));
}

}  // namespace
}  // namespace bora::attacks::patch_test
