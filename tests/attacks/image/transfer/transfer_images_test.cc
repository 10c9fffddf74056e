#include "attacks/image/transfer/substitute_pgd.h"

#include <gtest/gtest.h>

#include "support/attack_driver.h"

namespace bora::attacks::transfer_images_test {
namespace {

using testing::LinearVictim;

constexpr ImageShape kShape{3, 8, 8};

AttackProblem problem_with_two_substitutes() {
  LinearVictim victim(kShape, 4, 1);
  auto problem = testing::random_problem(victim, true, LinfBall(0.1, false), 10);
  problem.substitutes = std::make_shared<Substitutes>(std::vector<std::shared_ptr<Victim>>{
      std::make_shared<LinearVictim>(kShape, 4, 2), std::make_shared<LinearVictim>(kShape, 4, 3)});
  problem.start_seed = 11;
  return problem;
}

TransferImages find(const AttackProblem& problem, int others, std::uint64_t seed) {
  TransferImages images(problem);
  Rng rng(seed);
  images.find_first();
  images.find_others(others, rng);
  return images;
}

TEST(TransferImages, StartAlikeAndThenDiffer) {
  const auto problem = problem_with_two_substitutes();
  const TransferImages one = find(problem, 3, 1), other = find(problem, 3, 2);
  ASSERT_EQ(one.size(), 4);
  EXPECT_EQ(one.image(0), other.image(0));
  for (int k = 0; k < 4; ++k) {
    const Eigen::RowVectorXf image = one.image(k);
    EXPECT_TRUE(problem.ball.contains(problem.original.data(), image.data(), kShape.size()));
    for (int l = 0; l < 4; ++l)
      if (k > 0 || l > 0) {
        EXPECT_NE(image, other.image(l)) << k << ' ' << l;
      }
  }
}

TEST(TransferImages, FoolTheSubstitutesTheyWereMadeFor) {
  const auto problem = problem_with_two_substitutes();
  const TransferImages images = find(problem, 5, 1);
  const auto total = [&](const Eigen::RowVectorXf& image) {
    return problem.substitutes->losses(image, problem.goal, Loss::log_odds).sum();
  };
  for (int k = 0; k < images.size(); ++k) EXPECT_GT(total(images.image(k)), total(problem.original)) << k;
}

// The perturbation of an image has a larger inner product with its slopes than the opposite perturbation.
TEST(TransferImages, HaveTheSlopesThatLedToThem) {
  const auto problem = problem_with_two_substitutes();
  const TransferImages images = find(problem, 2, 1);
  Batch perturbations(3, kShape.size());
  for (int k = 0; k < 3; ++k) perturbations.row(k) = images.image(k) - problem.original;
  const Eigen::MatrixXf values = perturbations * images.slopes().transpose();
  ASSERT_EQ(values.rows(), 3);
  ASSERT_EQ(values.cols(), 3);
  for (int k = 0; k < 3; ++k) {
    EXPECT_GT(values(k, k), 0);
    EXPECT_EQ(values.col(k).maxCoeff(), values(k, k)) << k;
  }
}

}  // namespace
}  // namespace bora::attacks::transfer_images_test
