#include "attacks/image/gp_bo.h"

#include <gtest/gtest.h>

#include "attacks/image/factory.h"
#include "support/stub_victims.h"

namespace bora {
namespace {

// On a linear victim the surrogate has something to learn: it must end above random vertices on the same grid
// and budget.
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
      Batch image = attack->ask(1);
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
}  // namespace bora
