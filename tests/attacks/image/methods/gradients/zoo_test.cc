#include "attacks/image/methods/gradients/zoo.h"

#include <set>

#include <gtest/gtest.h>

#include "support/exchanges.h"
#include "support/stub_victims.h"

namespace bora::attacks::zoo_test {
namespace {

using testing::continuous_problem;
using testing::drive;
using testing::LinearVictim;

constexpr ImageShape kShape{1, 8, 8};

AttackProblem problem(const ImageShape& shape = kShape, double epsilon = 0.2) {
  return continuous_problem(shape, 2, {0, 1}, epsilon);
}

/// Returns the gradient of the margin, which for two classes is the difference of logits and so is linear.
Eigen::RowVectorXf slope_of(const LinearVictim& victim) {
  return victim.weights().row(1) - victim.weights().row(0);
}

/// Victim whose logit of the target is -sum_i a_i (x_i - c)^2 with a = 1, 2, 1, 2, ...; its maximum is at c.
class Hill : public LinearVictim {
 public:
  Hill(ImageShape shape, float summit) : LinearVictim(shape, 2, 1), summit_(summit) {}
  Scores scores(const Batch& images) override {
    Scores out;
    out.values = Batch::Zero(images.rows(), 2);
    for (Eigen::Index i = 0; i < images.rows(); ++i)
      for (Eigen::Index j = 0; j < images.cols(); ++j)
        out.values(i, 1) -=
            static_cast<float>(1 + j % 2) * (images(i, j) - summit_) * (images(i, j) - summit_);
    return out;
  }

 private:
  float summit_;
};

std::vector<int> changed(const Eigen::RowVectorXf& a, const Eigen::RowVectorXf& b) {
  std::vector<int> where;
  for (int i = 0; i < a.size(); ++i)
    if (std::abs(a[i] - b[i]) > 1e-7F) where.push_back(i);
  return where;
}

/// Attack that measures the differences of all coordinates around the original and takes no step.
class Differences : public Zoo {
 public:
  using Zoo::Zoo;
  std::vector<double> slopes;

 private:
  Script<> script() override {
    const Reply here = co_await query(problem().original);
    for (int i = 0; i < kShape.size(); ++i) {
      const auto found = co_await differences(i, here);
      slopes.push_back(found.slope);
    }
  }
};

TEST(Zoo, DifferencesAreTheGradientOfALinearVictim) {
  LinearVictim victim(kShape, 2, 1);
  for (const bool continuous : {true, false}) {
    auto attacked = problem();
    attacked.ball = LinfBall(0.2, continuous);
    for (float& value : attacked.original) value = from_level(to_level(value));
    attacked.original[3] = 0;  // one of its two queries would be the original again, since it is clipped
    attacked.original[5] = 1;
    ZooOptions options;
    options.side = 0;
    options.difference = 1e-2;  // smaller ones are lost in the rounding of float scores
    Differences attack(attacked, options);
    const auto trace = drive(attack, victim, attacked, 1 + 2 * kShape.size() - 2);
    for (std::size_t i = 1; i < trace.size(); ++i) EXPECT_NE(trace[i].image, trace[0].image) << i;
    attack.ask();  // takes in the last answer
    ASSERT_EQ(attack.slopes.size(), 64U);
    for (int i = 0; i < 64; ++i)
      EXPECT_NEAR(attack.slopes[i], slope_of(victim)[i], 2e-3) << i << (continuous ? "" : " on the grid");
  }
}

TEST(Zoo, SpendsTwoQueriesPerCoordinateAndOnePerStep) {
  LinearVictim victim(kShape, 2, 1);
  ZooOptions options;
  options.side = 0;
  options.batch = 5;
  options.step = 0.01;
  options.difference = 1e-2;
  Zoo attack(problem(), options);
  const auto trace = drive(attack, victim, problem(), 3 * 11);
  EXPECT_EQ(trace[0].image, problem().original);
  for (int batch = 0; batch < 2; ++batch) {
    const int start = 11 * batch;
    std::set<int> coordinates;
    for (int query = start + 1; query < start + 11; query += 2) {
      const auto above = changed(trace[query].image, trace[start].image);
      ASSERT_EQ(above.size(), 1U);
      EXPECT_EQ(changed(trace[query + 1].image, trace[start].image), above);
      coordinates.insert(above.front());
    }
    EXPECT_EQ(coordinates.size(), 5U) << "no coordinate twice";
    const auto& before = trace[start].image;
    const auto& after = trace[start + 11].image;
    EXPECT_EQ(changed(before, after), std::vector<int>(coordinates.begin(), coordinates.end()));
    if (batch > 0) continue;
    for (const int i : coordinates)  // ADAM's first step is the gradient's sign
      EXPECT_NEAR(after[i] - before[i], slope_of(victim)[i] > 0 ? 0.01 : -0.01, 1e-5);
  }
}

TEST(Zoo, NewtonFindsTheMaximumOfAParabolaInOneStep) {
  Hill victim(kShape, 0.5F);
  ZooOptions options;
  options.side = 0;
  options.batch = 64;
  options.newton = true;
  options.step = 1;
  options.difference = 0.02;
  Zoo attack(problem(kShape, 0.3), options);
  const auto trace = drive(attack, victim, problem(kShape, 0.3), 130);
  for (int i = 0; i < 64; ++i) EXPECT_NEAR(trace.back().image[i], 0.5, 0.02) << i;
}

TEST(Zoo, AReducedAttackSpaceMovesPatches) {
  LinearVictim victim(kShape, 2, 1);
  ZooOptions options;
  options.side = 2;
  options.decoder = "nearest";
  options.batch = 1;
  options.step = 0.01;
  options.difference = 1e-2;
  Zoo attack(problem(), options);
  const auto trace = drive(attack, victim, problem(), 4);
  const auto patch = changed(trace[1].image, trace[0].image);
  EXPECT_EQ(patch.size(), 16U);
  float sum = 0;
  for (const int i : patch) sum += slope_of(victim)[i];
  EXPECT_NEAR(trace[3].image[patch[0]] - trace[0].image[patch[0]], sum > 0 ? 0.01 : -0.01, 1e-5);
}

TEST(Zoo, ImportanceDrawsFromRegionsThatHaveChanged) {
  constexpr ImageShape kLarge{1, 16, 16};
  // This victim depends on the upper half only, so that coordinates of the lower half never change.
  class UpperHalf : public LinearVictim {
   public:
    UpperHalf() : LinearVictim(kLarge, 2, 1) { weights_.rightCols(128).setZero(); }
  } victim;
  ZooOptions options;
  options.side = 0;
  options.batch = 64;
  options.step = 0.01;
  options.importance = true;
  options.difference = 1e-2;
  Zoo attack(problem(kLarge), options);
  const auto trace = drive(attack, victim, problem(kLarge), 129 + 128);
  const auto region = [](int i) { return i / 16 / 2 * 8 + i % 16 / 2; };
  std::set<int> regions;
  for (const int i : changed(trace[129].image, trace[0].image)) regions.insert(region(i));
  ASSERT_GE(regions.size(), 16U) << "too few to hold a batch of 64";
  for (int query = 130; query < 257; query += 2)
    EXPECT_TRUE(regions.contains(region(changed(trace[query].image, trace[129].image).at(0))));
}

// The authors' code (test_all.py) and its README: lr 0.01; on ImageNet 0.002 and --use_resize from 32 x 32.
TEST(Zoo, AsPaperReducesTheAttackSpaceOfLargeImages) {
  const auto read = [](const ImageShape& shape) {
    AttackSettings settings("zoo:as=paper");
    ZooOptions options;
    options.read(settings, shape);
    return options;
  };
  const ZooOptions small = read({3, 32, 32}), large = read({3, 224, 224});
  EXPECT_EQ(small.batch, 128);
  EXPECT_EQ(small.step, 0.01);
  EXPECT_EQ(small.side, 0);
  EXPECT_FALSE(small.importance);
  EXPECT_EQ(large.batch, 128);
  EXPECT_EQ(large.step, 0.002);
  EXPECT_EQ(large.side, 32);
  EXPECT_EQ(large.decoder, "bilinear");
  EXPECT_TRUE(large.importance);
}

}  // namespace
}  // namespace bora::attacks::zoo_test
