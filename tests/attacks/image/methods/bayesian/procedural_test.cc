#include "attacks/image/methods/bayesian/procedural.h"

#include <set>

#include <gtest/gtest.h>

#include "support/attack_driver.h"

namespace bora::attacks {
namespace {

constexpr ImageShape kNoiseShape{3, 14, 17};

AttackProblem noise_problem(std::uint64_t seed) {
  AttackProblem problem{{}, kNoiseShape, {0, {}}, LinfBall(0.1, true), 2, 60, seed};
  problem.original = Eigen::RowVectorXf::Constant(kNoiseShape.size(), 0.5F);
  return problem;
}

Pixels signs_of(const Pixels& image) {
  return ((image.array() - 0.5F) / 0.1F).matrix();
}

// Returns the share of horizontal neighbours with the same sign, which is larger for longer waves.
double smoothness(const Pixels& image) {
  const Pixels signs = signs_of(image);
  double sum = 0;
  for (int y = 0; y < kNoiseShape.height; ++y)
    for (int x = 1; x < kNoiseShape.width; ++x)
      sum += signs[y * kNoiseShape.width + x] * signs[y * kNoiseShape.width + x - 1];
  return sum / (kNoiseShape.height * (kNoiseShape.width - 1));
}

double best_smoothness(Attack<Pixels>& attack, int from, int to) {
  double best = -1;
  for (int i = from; i < to; ++i) {
    const Pixels image = *attack.ask();
    Observation seen;
    seen.objective = smoothness(image);
    attack.tell(image, seen);
    best = std::max(best, seen.objective);
  }
  return best;
}

class Procedural : public ::testing::TestWithParam<const char*> {
 protected:
  std::unique_ptr<Attack<Pixels>> attack(std::uint64_t seed) const {
    return make_recipe(std::string("procedural:pattern=") + GetParam(), kNoiseShape)
        .make(noise_problem(seed));
  }
};

TEST_P(Procedural, PerturbationsHaveTwoValuesEqualInEveryChannel) {
  const auto attack = this->attack(3);
  const int area = kNoiseShape.height * kNoiseShape.width;
  for (int i = 0; i < 12; ++i) {
    const Pixels image = *attack->ask();
    const Pixels signs = signs_of(image);
    EXPECT_TRUE((signs.array().abs() - 1).abs().maxCoeff() < 1e-4);
    EXPECT_NE(signs.minCoeff(), signs.maxCoeff());
    for (int c = 1; c < kNoiseShape.channels; ++c) EXPECT_EQ(signs.segment(c * area, area), signs.head(area));
    Observation seen;
    seen.objective = smoothness(image);
    attack->tell(image, seen);
  }
}

// Near a good point most parameters give the same signs: in 14 x 17 pixels, waves of similar lengths.
TEST_P(Procedural, QueriesNoNoiseTwice) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const auto attack = this->attack(seed);
    std::set<std::vector<float>> seen;
    for (int i = 0; i < 40; ++i) {
      const Pixels image = *attack->ask();
      EXPECT_TRUE(seen.emplace(image.begin(), image.end()).second) << seed << ", query " << i;
      Observation answer;
      answer.objective = smoothness(image);
      attack->tell(image, answer);
    }
  }
}

// The first five queries are random, so a search that does not learn would not improve on them.
TEST_P(Procedural, FindsLongerWaves) {
  double before = 0, after = 0;
  for (const std::uint64_t seed : {1, 2, 3, 4}) {
    const auto attack = this->attack(seed);
    before += best_smoothness(*attack, 0, 5) / 4;
    after += best_smoothness(*attack, 5, 30) / 4;
  }
  EXPECT_GT(after, before + 0.05);
}

INSTANTIATE_TEST_SUITE_P(Both, Procedural, ::testing::Values("perlin", "gabor"));

TEST(RandomTextures, AreVerticesOfTheBallAndDifferFromQueryToQuery) {
  const auto attack = make_recipe("random:textures=yes", kNoiseShape).make(noise_problem(1));
  std::set<double> sums;
  for (int i = 0; i < 20; ++i) {
    const Pixels signs = signs_of(*attack->ask());
    EXPECT_LT((signs.array().abs() - 1).abs().maxCoeff(), 1e-4);
    sums.insert(signs.sum());
  }
  EXPECT_GT(sums.size(), 5U);
}

}  // namespace
}  // namespace bora::attacks
