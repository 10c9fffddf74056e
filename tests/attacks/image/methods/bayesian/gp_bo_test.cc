#include "attacks/image/methods/bayesian/gp_bo.h"

#include <gtest/gtest.h>

#include "attacks/factory.h"
#include "attacks/image/methods/bayesian/gp_bo_auto.h"
#include "support/stub_victims.h"

namespace bora::attacks {
namespace {

AttackProblem three_pixels() {
  AttackProblem problem{{}, {1, 1, 3}, {0, 1}, LinfBall(0.2, true), 2, 10, 1};
  problem.original.resize(3);
  problem.original << 0, 0.5F, 0.9F;
  return problem;
}

TEST(PerturbationDecoder, FitSpansTheIntersectionOfBallAndImageBox) {
  const PerturbationDecoder decoder(three_pixels(), {}, 1);
  const Eigen::RowVector3f low(0, 0.3F, 0.7F);
  const Eigen::RowVector3f high(0.2F, 0.7F, 1);
  EXPECT_TRUE(decoder.image(Eigen::VectorXd::Constant(1, -1)).isApprox(low, 1e-6F));
  EXPECT_TRUE(decoder.image(Eigen::VectorXd::Constant(1, 1)).isApprox(high, 1e-6F));
  EXPECT_TRUE(decoder.image(Eigen::VectorXd::Constant(1, 0)).isApprox((low + high) / 2, 1e-6F));
}

TEST(PerturbationDecoder, ClipLeavesClippingToTheDriver) {
  GpBoOptions options;
  options.range = PixelRange::clip;
  const PerturbationDecoder decoder(three_pixels(), options, 1);
  EXPECT_TRUE(
      decoder.image(Eigen::VectorXd::Constant(1, -1)).isApprox(Eigen::RowVector3f(-0.2F, 0.3F, 0.7F), 1e-6F));
}

TEST(GpBoOptions, AsPaperSelectsPublishedValuesUnlessSet) {
  const ImageShape shape{1, 28, 28};
  AddGpBoOptions tuned, paper, mixed;
  AttackSettings nothing("addgp-bo"), as_paper("addgp-bo:as=paper"), both("addgp-bo:prior=yes:as=paper");
  tuned.read(nothing, shape);
  paper.read(as_paper, shape);
  mixed.read(both, shape);
  EXPECT_EQ(tuned.decoder, "nearest");
  EXPECT_EQ(tuned.range, PixelRange::fit);
  EXPECT_TRUE(tuned.optimiser.lengthscale_prior);
  EXPECT_EQ(tuned.optimiser.additive.groups, 12);
  EXPECT_EQ(paper.decoder, "bilinear");
  EXPECT_EQ(paper.range, PixelRange::clip);
  EXPECT_FALSE(paper.optimiser.lengthscale_prior);
  EXPECT_EQ(paper.optimiser.scoring, CandidateScoring::exact);
  EXPECT_EQ(paper.optimiser.refit_growth, 0);
  EXPECT_EQ(paper.optimiser.refit_every, 5);
  EXPECT_EQ(paper.optimiser.additive.learnt_from, 0);
  EXPECT_EQ(tuned.optimiser.scoring, CandidateScoring::screened);
  GpBoAutoOptions automatic, automatic_paper;
  AttackSettings automatically("gp-bo-auto"), as_printed("gp-bo-auto:as=paper");
  automatic.read(automatically, shape);
  automatic_paper.read(as_printed, shape);
  EXPECT_EQ(automatic.margin, 3);
  EXPECT_EQ(automatic_paper.margin, 0);
  EXPECT_TRUE(mixed.optimiser.lengthscale_prior);
  GpBoOptions large;
  AttackSettings of_large("gp-bo:as=paper");
  large.read(of_large, {3, 224, 224});
  EXPECT_EQ(large.side, 48);
  EXPECT_EQ(large.through, 96);
  EXPECT_EQ(paper.side, 14);
  EXPECT_EQ(paper.through, 0);
  GpBoOptions plain;
  AttackSettings gp("gp-bo");
  plain.read(gp, shape);
  EXPECT_FALSE(plain.optimiser.lengthscale_prior);
  EXPECT_EQ(plain.optimiser.additive.groups, 0);
}

// The Gaussian process can model a linear victim, so its best objective must exceed that of random vertices
// on the same grid and with the same budget.
TEST(GpBo, BeatsRandomVerticesOnALinearVictim) {
  testing::LinearVictim victim({1, 12, 12}, 3, 4);
  const auto data = testing::labelled_images(victim, 1, 8);
  AttackProblem problem{
      {}, victim.spec().input, {data.labels[0], (data.labels[0] + 1) % 3}, LinfBall(0.05, false), 3, 70, 2};
  problem.original.resize(144);
  for (int i = 0; i < 144; ++i) problem.original[i] = from_level(data.image(0)[i]);
  std::map<std::string, double> best;
  for (const std::string name : {"gp-bo:side=6", "random:grid=6"}) {
    const auto attack = make_recipe(name, problem.shape).make(problem);
    double largest = -1e300;
    for (int query = 0; query < problem.budget; ++query) {
      Batch image = *attack->ask();
      problem.ball.project(problem.original.data(), image.data(), 144);
      const Scores scores = victim.scores(image);
      const auto seen = observe(scores, log_probabilities(scores), 0, problem.goal);
      attack->tell(image, {seen});
      largest = std::max(largest, seen.objective);
    }
    best[name] = largest;
  }
  EXPECT_GT(best["gp-bo:side=6"], best["random:grid=6"]);
}

}  // namespace
}  // namespace bora::attacks
