#include "attacks/image/methods/bayesian/mixed_search.h"

#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "attacks/factory.h"
#include "support/input_error.h"
#include "support/stub_victims.h"

namespace bora::attacks {
namespace {

AttackProblem problem_of(ImageShape shape, double epsilon, float pixel) {
  AttackProblem problem;
  problem.shape = shape;
  problem.original = Eigen::RowVectorXf::Constant(shape.size(), pixel);
  problem.ball = LinfBall(epsilon, true);
  problem.classes = 3;
  problem.budget = 40;
  problem.seed = 1;
  return problem;
}

// In each row of each channel, the pixel of the category changes by its number, in units of PixelRange.
TEST(MixedSearch, ChangesOnePixelOfEachRow) {
  CasmopolitanAttackOptions options;
  options.side = 4;
  const MixedSearchAttack attack(problem_of({2, 4, 4}, 0.25, 0.5F), options);
  Eigen::VectorXd point = Eigen::VectorXd::Zero(17);
  for (int row = 0; row < 8; ++row) {
    point[row] = row % 4;
    point[9 + row] = row < 4 ? 1 : -0.5;
  }
  point[8] = 0;  // nearest; the small image has the size of the image, so each value is a pixel
  const Eigen::RowVectorXf image = attack.image(point);
  for (int row = 0; row < 8; ++row)
    for (int column = 0; column < 4; ++column)
      EXPECT_NEAR(image[4 * row + column],
                  column != row % 4 ? 0.5
                  : row < 4         ? 0.75
                                    : 0.375,
                  1e-6)
          << row << ' ' << column;
}

// The last category is the decoder by which the small image is enlarged.
TEST(MixedSearch, EnlargesByTheDecoderOfTheCategory) {
  CocaboAttackOptions options;
  options.side = 2;
  const MixedSearchAttack attack(problem_of({1, 6, 6}, 0.25, 0.5F), options);
  Eigen::VectorXd point = Eigen::VectorXd::Zero(5);
  point[3] = 1;
  std::vector<Eigen::RowVectorXf> images;
  for (const int decoder : {0, 1, 2}) {
    point[2] = decoder;
    images.push_back(attack.image(point));
  }
  EXPECT_NEAR(images[0].head(3).minCoeff(), 0.75, 1e-6) << "nearest repeats";
  EXPECT_NE(images[0], images[1]);
  EXPECT_NE(images[1], images[2]);
  EXPECT_TRUE((images[1].array() - 0.5F).abs().maxCoeff() <= 0.25F);
}

TEST(MixedSearch, QueriesDifferentImagesAndImproves) {
  const ImageShape shape{1, 6, 6};
  for (const bool trust_region : {true, false}) {
    const AttackProblem problem = problem_of(shape, 0.25, 0.5F);
    CasmopolitanAttackOptions of_region;
    of_region.side = 6;
    of_region.optimiser.initial_points = 8;
    CocaboAttackOptions of_bandits;
    of_bandits.side = 6;
    of_bandits.optimiser.initial_points = 8;
    const auto attack = trust_region ? std::make_unique<MixedSearchAttack>(problem, of_region)
                                     : std::make_unique<MixedSearchAttack>(problem, of_bandits);
    double first = -1e9, best = -1e9;
    std::set<std::vector<float>> seen;
    for (int i = 0; i < 40; ++i) {
      const Pixels image = *attack->ask();
      EXPECT_TRUE(seen.emplace(image.data(), image.data() + image.size()).second) << i;
      Observation answer;
      answer.objective = image.head(18).sum() - image.tail(18).sum();
      if (i < 8) first = std::max(first, answer.objective);
      best = std::max(best, answer.objective);
      attack->tell(image, answer);
    }
    EXPECT_GT(best, first + 0.2) << trust_region;
  }
}

TEST(MixedSearchAttack, RefusesAnImageOfOneRowNamingTheAttack) {
  for (const char* attack : {"casmopolitan", "cocabo"})
    for (const ImageShape& shape : {ImageShape{1, 1, 9}, ImageShape{3, 9, 1}})
      testing::expect_input_error([&] { make_recipe(attack, shape, {}); }, std::string("attack ") + attack,
                                  to_string(shape), "at least 2 rows and 2 columns");
}

}  // namespace
}  // namespace bora::attacks
