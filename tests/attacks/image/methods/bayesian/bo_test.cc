#include "attacks/image/methods/bayesian/bo.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "support/attack_driver.h"
#include "support/input_error.h"

namespace bora::attacks::bo_test {
namespace {

using testing::AttackDriver;
using testing::LinearVictim;
using testing::random_problem;
using testing::RelatedVictim;

constexpr ImageShape kShape{1, 16, 16};
constexpr int kClasses = 5;
constexpr int kBudget = 120;

// Returns the number of queries that `spec` needs, summed over some instances. `prepare` may change each
// problem.
int queries_needed(const std::string& spec, bool targeted,
                   const std::function<void(AttackProblem&, std::uint64_t)>& prepare = {},
                   std::uint64_t instances = 40) {
  int queries = 0;
  for (std::uint64_t seed = 0; seed < instances; ++seed) {
    LinearVictim victim(kShape, kClasses, seed, 8);
    AttackProblem problem = random_problem(victim, targeted, LinfBall(0.1, false), kBudget, seed);
    if (prepare) prepare(problem, seed);
    const int success = AttackDriver(make_recipe(spec, kShape), victim, problem).run(kBudget);
    queries += success > 0 ? success : 2 * kBudget;
  }
  return queries;
}

void add_substitute(AttackProblem& problem, std::shared_ptr<Victim> substitute) {
  problem.substitutes =
      std::make_shared<const Substitutes>(std::vector<std::shared_ptr<Victim>>{std::move(substitute)});
}

TEST(Bo, IsSquareQueryByQueryWithoutItsModel) {
  for (const bool targeted : {false, true})
    for (const bool continuous : {false, true})
      for (const ImageShape shape : {ImageShape{1, 16, 16}, ImageShape{3, 14, 18}}) {
        LinearVictim victim(shape, kClasses, 1);
        const auto problem = random_problem(victim, targeted, LinfBall(0.05, continuous), 200, 3);
        AttackDriver bo(make_recipe("bo:model=no", shape), victim, problem);
        AttackDriver square(make_recipe("square", shape), victim, problem);
        for (int i = 0; i < 150; ++i) {
          bo.query();
          square.query();
          ASSERT_EQ(bo.images().back(), square.images().back()) << i;
        }
      }
}

TEST(Bo, StartsLikeSquareWithoutTextures) {
  LinearVictim victim(kShape, kClasses, 1);
  const auto problem = random_problem(victim, true, LinfBall(0.05, false), 200, 3);
  AttackDriver bo(make_recipe("bo:textures=no:warm-up=5", kShape), victim, problem);
  AttackDriver square(make_recipe("square", kShape), victim, problem);
  bo.run(8, false);
  square.run(8, false);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(bo.images()[i], square.images()[i]) << i;
  EXPECT_NE(bo.images()[6], square.images()[6]);
}

// A texture is at the bound everywhere, and two textures differ in far more pixels than a square covers.
TEST(Bo, StartsWithTextures) {
  for (const int channels : {1, 3}) {
    const ImageShape shape{channels, 32, 32};
    LinearVictim victim(shape, kClasses, 1);
    auto problem = random_problem(victim, true, LinfBall(0.05, true), 200, 3);
    problem.original.setConstant(0.5F);
    AttackDriver bo(make_recipe("bo", shape), victim, problem);
    bo.run(6, false);
    for (std::size_t i = 0; i < 6; ++i) {
      const Eigen::RowVectorXf change = bo.images()[i] - problem.original;
      EXPECT_GT(change.cwiseAbs().minCoeff(), 0.049F);
      for (std::size_t j = 0; j < i; ++j) {
        const auto differ = (bo.images()[i].array() != bo.images()[j].array()).count();
        EXPECT_GT(static_cast<double>(differ) / shape.size(), 0.25) << i << ' ' << j;
      }
    }
  }
}

// Victim whose scores depend on the mean colour only, as if it had been trained against all finer
// perturbations.
class ColourVictim : public LinearVictim {
 public:
  explicit ColourVictim(ImageShape shape) : LinearVictim(shape, kClasses, 1) {
    const int plane = shape.height * shape.width;
    for (int c = 0; c < shape.channels; ++c)
      for (int k = 0; k < kClasses; ++k)
        weights_.row(k).segment(c * plane, plane).setConstant(weights_(k, c * plane));
  }
};

TEST(Bo, QueriesFlatColoursIfTexturesHaveNoEffect) {
  const ImageShape shape{3, 32, 32};
  ColourVictim victim(shape);
  auto problem = random_problem(victim, false, LinfBall(0.05, true), 200, 3);
  problem.original.setConstant(0.7F);
  const Scores clean = victim.scores(problem.original);
  problem.clean = observe(clean, Visibility().log_probabilities(clean), 0, problem.goal, true);
  AttackDriver bo(make_recipe("bo", shape), victim, problem);
  bo.run(6, false);
  EXPECT_LT(std::abs((bo.images()[0].head(1024).array() - 0.7F).sum()), 5) << "no texture";
  std::set<std::vector<float>> asked;
  for (const auto& image : bo.images()) {
    EXPECT_TRUE(asked.emplace(image.begin(), image.end()).second) << "asked twice";
    if (asked.size() < 2) continue;
    const Eigen::RowVectorXf red = image.head(1024);
    int changes = 0;
    for (int i = 1; i < 32; ++i)
      changes += static_cast<int>(red[i] != red[i - 1]) + static_cast<int>(red[32 * i] != red[32 * i - 32]);
    EXPECT_LE(changes, 4) << asked.size() << " is fine";
  }
}

// There are only eight flat colours, so independent draws would soon repeat one.
TEST(Bo, NeverQueriesAColourTwice) {
  const ImageShape shape{3, 32, 32};
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    ColourVictim victim(shape);
    auto problem = random_problem(victim, false, LinfBall(0.01, true), 200, seed);
    for (int i = 0; i < shape.size(); ++i) problem.original[i] = from_level(176 + i % 5);
    const Scores clean = victim.scores(problem.original);
    problem.clean = observe(clean, Visibility().log_probabilities(clean), 0, problem.goal, true);
    AttackDriver bo(make_recipe("bo", shape), victim, problem);
    bo.run(12, false);
    std::set<std::vector<float>> asked;
    for (const auto& image : bo.images())
      EXPECT_TRUE(asked.emplace(image.begin(), image.end()).second)
          << "seed " << seed << ", query " << asked.size();
  }
}

TEST(Bo, NeedsFewerQueriesThanSquare) {
  for (const bool targeted : {false, true})
    EXPECT_LT(queries_needed("bo", targeted), 0.8 * queries_needed("square", targeted)) << targeted;
}

TEST(Bo, NeverQueriesAnImageTwice) {
  LinearVictim victim(kShape, kClasses, 1);
  AttackDriver bo(make_recipe("bo", kShape), victim,
                  random_problem(victim, true, LinfBall(0.05, false), 200, 3));
  bo.run(100, false);
  const auto& images = bo.images();
  for (std::size_t i = 1; i < images.size(); ++i)
    EXPECT_EQ(std::find(images.begin(), images.begin() + static_cast<std::ptrdiff_t>(i), images[i]),
              images.begin() + static_cast<std::ptrdiff_t>(i))
        << i;
}

// A target that is not among the best classes gives no information until it enters them, so some instances
// fail.
TEST(Bo, WorksWithTheBestScoresOnly) {
  constexpr int kInstances = 64;
  const auto successes = [](const std::string& spec) {
    int count = 0;
    for (std::uint64_t seed = 0; seed < kInstances; ++seed) {
      LinearVictim victim(kShape, kClasses, seed, 8);
      const auto problem = random_problem(victim, true, LinfBall(0.1, false), kBudget, seed);
      AttackDriver driver(make_recipe(spec, kShape), victim, problem, Visibility::top(3));
      count += driver.run(kBudget) > 0 ? 1 : 0;
    }
    return count;
  };
  const int found = successes("bo");
  EXPECT_GE(found, kInstances / 2);
  EXPECT_GE(found, successes("square"));
}

TEST(Bo, UsesSubstitutesThatAreSimilarToTheVictim) {
  const int without = queries_needed("bo", true);
  const int with = queries_needed("bo", true, [](AttackProblem& problem, std::uint64_t seed) {
    // Its scores have another scale than the victim's. Only the directions of its gradients matter.
    add_substitute(problem, std::make_shared<RelatedVictim>(kShape, kClasses, seed, 100 + seed));
  });
  EXPECT_LT(with, 0.5 * without);
}

// So a comparison of the two shows the effect of their later queries.
TEST(Bo, StartsFromSubstitutesAsSquareDoes) {
  LinearVictim victim(kShape, kClasses, 1);
  auto problem = random_problem(victim, true, LinfBall(0.05, false), 200, 3);
  add_substitute(problem, std::make_shared<RelatedVictim>(kShape, kClasses, 1, 2));
  problem.start_seed = 5;
  AttackDriver square(make_recipe("square:start=prior", kShape), victim, problem);
  problem.seed = 4;
  AttackDriver bo(make_recipe("bo", kShape), victim, problem);
  bo.query();
  square.query();
  EXPECT_EQ(bo.images(), square.images());
}

// Without its model every proposal is queried. A proposal is a window of a transfer image, whose signs vary
// from pixel to pixel, or a square of one sign per channel.
TEST(Bo, CrossesTransferImagesUnlessStripesFoolTheVictimAsWell) {
  const auto squares = [](std::shared_ptr<Victim> substitute) {
    LinearVictim victim(kShape, kClasses, 1, 8);
    auto problem = random_problem(victim, true, LinfBall(0.05, false), 200, 3);
    add_substitute(problem, std::move(substitute));
    AttackDriver bo(make_recipe("bo:crossover=1:model=no", kShape), victim, problem);
    bo.run(30, false);
    int count = 0;
    for (std::size_t i = 3; i < 30; ++i) {
      // The incumbent is one of the earlier images. A square differs from it by one sign.
      bool square = false;
      for (std::size_t before = 0; before < i; ++before) {
        const Eigen::RowVectorXf change = bo.images()[i] - bo.images()[before];
        square = square || change.minCoeff() >= 0 || change.maxCoeff() <= 0;
      }
      count += square ? 1 : 0;
    }
    return count;
  };
  EXPECT_LT(squares(std::make_shared<LinearVictim>(kShape, kClasses, 1, 8)), 10);
  EXPECT_EQ(squares(std::make_shared<LinearVictim>(kShape, kClasses, 100, 8)), 27);
}

TEST(Bo, LosesLittleWithUnrelatedSubstitutes) {
  const int without = queries_needed("bo", true);
  const int with = queries_needed("bo", true, [](AttackProblem& problem, std::uint64_t seed) {
    add_substitute(problem, std::make_shared<LinearVictim>(kShape, kClasses, 100 + seed, 8));
  });
  EXPECT_LT(with, 1.25 * without);
}

TEST(Bo, IgnoresThePriorIfSet) {
  LinearVictim victim(kShape, kClasses, 1);
  auto problem = random_problem(victim, true, LinfBall(0.05, false), 200, 3);
  AttackDriver black_box(make_recipe("bo", kShape), victim, problem);
  add_substitute(problem, std::make_shared<LinearVictim>(kShape, kClasses, 1));
  problem.warm_starts = std::make_shared<const std::vector<WarmStart>>(
      std::vector<WarmStart>{{problem.goal.label, problem.goal.target, "not even a warm start"}});
  AttackDriver told(make_recipe("bo:prior=no", kShape), victim, problem);
  black_box.run(20, false);
  told.run(20, false);
  EXPECT_EQ(told.images(), black_box.images());
  EXPECT_EQ(told.attack().warm_start(), "");
}

// Returns the number of queries for images with an object in a corner, against a victim that depends on this
// corner only.
int queries_in_the_corner(const std::string& spec) {
  static constexpr ImageShape shape{1, 24, 24};
  static constexpr int kCorner = 8;
  class CornerVictim : public LinearVictim {
   public:
    explicit CornerVictim(std::uint64_t seed) : LinearVictim(shape, kClasses, seed, 20) {
      for (int i = 0; i < shape.size(); ++i)
        if (!sees(i)) weights_.col(i).setZero();
    }
    static bool sees(int i) { return i / shape.width < kCorner && i % shape.width < kCorner; }
  };
  int queries = 0;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    CornerVictim victim(seed);
    auto problem = random_problem(victim, true, LinfBall(0.1, false), 200, seed);
    for (int i = 0; i < shape.size(); ++i)
      if (!CornerVictim::sees(i)) problem.original[i] = 0.5F;
    const int success = AttackDriver(make_recipe(spec, shape), victim, problem).run(200);
    queries += success > 0 ? success : 400;
  }
  return queries;
}

TEST(Bo, FindsAnObjectThatIsNotInTheCentre) {
  const int found = queries_in_the_corner("bo:least-schedule=0"),
            assumed = queries_in_the_corner("bo:least-schedule=0:window=centre");
  EXPECT_LT(found, 0.75 * assumed);
}

// One texture of the bank is effective. After earlier instances have queried it, it is the first query.
TEST(Bo, QueriesFirstTheTextureThatFooledEarlierInstances) {
  LinearVictim blank(kShape, kClasses, 1);
  auto earlier = random_problem(blank, true, LinfBall(0.1, false), kBudget, 3);
  earlier.run_seed = 9;
  earlier.warm_starts = std::make_shared<const std::vector<WarmStart>>();
  auto warm_starts = std::make_shared<std::vector<WarmStart>>();
  Eigen::RowVectorXf effective;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    earlier.seed = seed;
    AttackDriver driver(make_recipe("bo", kShape), blank, earlier);
    driver.run(6, false);
    if (effective.size() == 0) effective = driver.images()[4];
    // The answers are made up: only the fifth texture of the first instance raises the target's score.
    const auto attack = make_recipe("bo", kShape).make(earlier);
    for (int i = 0; i < 6; ++i) {
      const Batch image = *attack->ask();
      Observation seen = driver.seen().front();
      if (image.row(0) == effective) seen.log_p[*earlier.goal.target] += 5;
      attack->tell(image, {seen});
    }
    warm_starts->push_back({earlier.goal.label, earlier.goal.target, attack->warm_start()});
  }
  auto later = random_problem(blank, true, LinfBall(0.1, false), kBudget, 100);
  later.run_seed = 9;
  later.warm_starts = warm_starts;
  AttackDriver driver(make_recipe("bo", kShape), blank, later);
  driver.run(1, false);
  EXPECT_EQ(driver.images().front(), effective);
}

// The warm starts are those of earlier attacks on the same victim.
TEST(Bo, LearnsFromEarlierInstances) {
  const auto learn = [](AttackProblem& problem, std::uint64_t seed) {
    LinearVictim victim(kShape, kClasses, seed, 8);
    auto warm_starts = std::make_shared<std::vector<WarmStart>>();
    for (std::uint64_t earlier = 50; earlier < 62; ++earlier) {
      AttackDriver driver(make_recipe("bo", kShape), victim,
                          random_problem(victim, true, LinfBall(0.1, false), kBudget, earlier));
      driver.run(40, false);
      warm_starts->push_back(
          {driver.problem().goal.label, driver.problem().goal.target, driver.attack().warm_start()});
    }
    problem.warm_starts = std::move(warm_starts);
  };
  EXPECT_LT(queries_needed("bo", true, learn, 12), 0.6 * queries_needed("bo", true, {}, 12));
}

TEST(Bo, RefusesInvalidSettings) {
  testing::expect_input_error([] { make_recipe("bo:warm-up=1", kShape); }, "warm-up");
  testing::expect_input_error([] { make_recipe("bo:composite=1.5", kShape); }, "composite");
  testing::expect_input_error([] { make_recipe("bo:loss=hinge", kShape); }, "loss");
}

}  // namespace
}  // namespace bora::attacks::bo_test
