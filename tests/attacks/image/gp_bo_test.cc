#include "attacks/image/gp_bo.h"

#include <gtest/gtest.h>

#include "attacks/image/factory.h"
#include "common/error.h"
#include "support/stub_victims.h"

namespace bora {
namespace {

TEST(BilinearDecoder, KeepsConstantsAndTheIdentity) {
  const BilinearDecoder decoder({3, 28, 28}, 14);
  EXPECT_EQ(decoder.dimensions(), 588);
  const auto image = decoder.decode(Eigen::VectorXd::Constant(588, 0.25));
  EXPECT_TRUE((image.array() == 0.25F).all());

  const BilinearDecoder same({1, 6, 6}, 6);
  const Eigen::VectorXd z = Eigen::VectorXd::LinSpaced(36, -1, 1);
  EXPECT_TRUE(same.decode(z).transpose().isApprox(z.cast<float>()));
}

TEST(BilinearDecoder, KeepsChannelsApartAndOrientation) {
  const BilinearDecoder decoder({2, 8, 8}, 2);
  Eigen::VectorXd z = Eigen::VectorXd::Zero(8);
  z[4 + 1] = 1;  // second channel, top right
  const auto image = decoder.decode(z);
  EXPECT_TRUE((image.head(64).array() == 0).all());
  EXPECT_FLOAT_EQ(image[64 + 7], 1);
  EXPECT_FLOAT_EQ(image[64 + 56], 0);
  EXPECT_LE(image.maxCoeff(), 1);
}

TEST(BilinearDecoder, RefusesASideLargerThanTheImage) {
  EXPECT_THROW(BilinearDecoder({1, 28, 28}, 29), InputError);
  EXPECT_THROW(BilinearDecoder({1, 28, 28}, 0), InputError);
}

// On a linear victim the surrogate has something to learn: it must end above random vertices on the same grid
// and budget.
TEST(GpBo, BeatsRandomVerticesOnALinearVictim) {
  testing::LinearVictim victim({1, 12, 12}, 3, 4);
  const auto data = testing::labelled_images(victim, 1, 8);
  AttackProblem problem{
      {}, victim.spec().input, {data.labels[0], (data.labels[0] + 1) % 3}, LinfBall(0.05, false), 3, 70, 2};
  problem.original.resize(144);
  for (int i = 0; i < 144; ++i) problem.original[i] = from_level(data.image(0)[i]);
  AttackOptions options;
  options.gp_bo.side = 6;
  options.random.grid = 6;
  std::map<std::string, double> best;
  for (const std::string name : {"gp-bo", "random"}) {
    const auto attack = make_attack(name, problem, options);
    double largest = -1e300;
    for (int query = 0; query < problem.budget; ++query) {
      Batch image = attack->ask(1);
      problem.ball.project(problem.original.data(), image.data(), 144);
      const Scores scores = victim.scores(image);
      const auto seen = observe(scores, log_probabilities(scores), 0, problem.goal);
      attack->tell(image, {seen});
      largest = std::max(largest, seen.objective);
    }
    best[name] = largest;
  }
  EXPECT_GT(best["gp-bo"], best["random"]);
}

}  // namespace
}  // namespace bora
