// Requirements on every attack by semantic changes.
#include <set>

#include <gtest/gtest.h>

#include "attacks/factory.h"
#include "support/input_error.h"

namespace bora::attacks {
namespace {

using testing::expect_input_error;

// Victim that is fooled if a known function of the combination exceeds a bound; the objective is the excess.
class PlantedWeakness {
 public:
  explicit PlantedWeakness(const std::string& rules)
      : space(std::make_shared<const SemanticSpace>(parse_semantic_rules(rules, 3))) {}
  std::shared_ptr<const SemanticSpace> space;
  double needed = 0.4;  // size of the second change that fools it, as a share of its bound; the first helps

  Observation seen(const Eigen::VectorXd& point) const {
    const Eigen::VectorXd shares = space->shares(point);
    Observation seen;
    seen.objective = 10 * (shares[1] + 0.2 * shares[0] - needed);
    seen.predicted = seen.objective > 0 ? 1 : 0;
    seen.adversarial = seen.success = seen.objective > 0;
    return seen;
  }
  SemanticProblem problem(int budget, std::uint64_t seed) const {
    SemanticProblem problem;
    problem.space = space;
    problem.classes = 2;
    problem.budget = budget;
    problem.seed = seed;
    problem.clean = seen(space->identity());
    return problem;
  }
};

const char* const kRules =
    "rotate=-30:30,brightness=-0.2:0.2,contrast=0.6:1.4,fog=0:0.3,blur=0:1,noise=0:0.05,order";

class SemanticConformance : public ::testing::TestWithParam<std::string> {};

TEST_P(SemanticConformance, QueriesPointsOfTheSpaceAndIsDeterministic) {
  const PlantedWeakness weakness(kRules);
  constexpr int kBudget = 40;
  std::vector<Eigen::VectorXd> first;
  std::set<std::string> keys;
  for (int time = 0; time < 2; ++time) {
    const auto attack = make_recipe<Transformed>(GetParam()).make(weakness.problem(kBudget, 7));
    for (int i = 0; i < kBudget; ++i) {
      const auto asked = attack->ask();
      if (!asked) break;
      const Eigen::VectorXd& point = asked->point;
      ASSERT_EQ(weakness.space->violation(point), "") << weakness.space->to_json(point);
      EXPECT_NE(point, weakness.space->identity()) << "the original is known";
      if (time == 0) {
        first.push_back(point);
        EXPECT_TRUE(keys.insert(weakness.space->space().key(point)).second) << "asked for twice";
      } else
        ASSERT_EQ(point, first[static_cast<std::size_t>(i)]) << i;
      attack->tell(*asked, weakness.seen(point));
    }
  }
  EXPECT_GT(first.size(), 20U);
}

TEST_P(SemanticConformance, DependsOnItsSeed) {
  const PlantedWeakness weakness(kRules);
  const auto first_of = [&](std::uint64_t seed) {
    const auto attack = make_recipe<Transformed>(GetParam()).make(weakness.problem(30, seed));
    return attack->ask()->point;
  };
  EXPECT_NE(first_of(1), first_of(2));
}

TEST_P(SemanticConformance, FindsAPlantedWeakness) {
  const PlantedWeakness weakness(kRules);
  const auto attack = make_recipe<Transformed>(GetParam()).make(weakness.problem(100, 3));
  bool found = false;
  for (int i = 0; i < 100 && !found; ++i) {
    const auto point = attack->ask();
    if (!point) break;
    const Observation seen = weakness.seen(point->point);
    found = seen.success;
    attack->tell(*point, seen);
  }
  EXPECT_TRUE(found);
}

TEST_P(SemanticConformance, WorksOnARobustVictimAndWithLabelsOnly) {
  PlantedWeakness weakness("rotate=-30:30,brightness=-0.2:0.2");
  weakness.needed = 5;
  SemanticProblem problem = weakness.problem(30, 3);
  problem.clean.reset();
  const AttackRecipe<Transformed> recipe = make_recipe<Transformed>(GetParam(), Visibility::label());
  EXPECT_EQ(recipe.summary.access, AccessLevel::labels);
  const auto attack = recipe.make(problem);
  int asked = 0;
  for (int i = 0; i < 30; ++i) {
    const auto point = attack->ask();
    if (!point) break;
    ++asked;
    EXPECT_EQ(weakness.space->violation(point->point), "");
    Observation seen = weakness.seen(point->point);
    seen.objective = seen.adversarial ? 1 : -1;
    attack->tell(*point, seen);
  }
  EXPECT_EQ(asked, 30) << "a grid of 6 x 5 has as many";
}

INSTANTIATE_TEST_SUITE_P(All, SemanticConformance, ::testing::Values("bo", "evolution", "grid", "random"),
                         [](const auto& name) { return name.param; });

TEST(SemanticFactory, SuggestsTheNearestName) {
  expect_input_error([] { make_recipe<Transformed>("rando"); }, "did you mean 'random'",
                     "changes of an image");
  expect_input_error([] { make_recipe<Transformed>("square"); }, "unknown attack 'square'");
  expect_input_error([] { make_recipe<Transformed>("bo:initail=3"); }, "initail", "initial");
  for (const AttackSummary& summary : attack_summaries<Transformed>())
    EXPECT_FALSE(attack_settings<Transformed>(summary.name).empty()) << summary.name;
}

// Returns the smallest severity that each attack finds within a number of queries, as the mean over seeds.
double mean_mildest(const std::string& spec, int budget) {
  constexpr int kSeeds = 10;
  const PlantedWeakness weakness(kRules);
  double sum = 0;
  for (int seed = 0; seed < kSeeds; ++seed) {
    const auto attack =
        make_recipe<Transformed>(spec).make(weakness.problem(budget, static_cast<std::uint64_t>(seed)));
    double mildest = 6;
    for (int i = 0; i < budget; ++i) {
      const auto point = attack->ask();
      if (!point) break;
      const Observation seen = weakness.seen(point->point);
      if (seen.success) mildest = std::min(mildest, weakness.space->severity(point->point));
      attack->tell(*point, seen);
    }
    sum += mildest;
  }
  return sum / kSeeds;
}

TEST(SemanticBo, FindsMilderCombinationsThanItsBaselines) {
  // The mildest success is the second change alone, at 0.4 of its bound.
  const double bo = mean_mildest("bo", 40);
  EXPECT_LT(bo, 0.42);
  EXPECT_LT(bo, 0.7 * mean_mildest("random", 40));
  EXPECT_LT(bo, 0.9 * mean_mildest("evolution", 40));
}

TEST(SemanticBo, PrefersMildCombinationsAtOnce) {
  // With the probability of success alone as acquisition, without the gain in mildness, it is 0.95.
  EXPECT_LT(mean_mildest("bo", 15), 0.5);
}

TEST(SemanticRandom, DrawsBelowTheMildestSoFar) {
  const PlantedWeakness weakness(kRules);
  const auto attack = make_recipe<Transformed>("random").make(weakness.problem(100, 1));
  double mildest = 1e9;
  for (int i = 0; i < 100; ++i) {
    const Transformed asked = *attack->ask();
    const Eigen::VectorXd& point = asked.point;
    EXPECT_LT(weakness.space->severity(point), mildest + 0.02) << "but for the grid of values";
    const Observation seen = weakness.seen(point);
    if (seen.success) mildest = std::min(mildest, weakness.space->severity(point));
    attack->tell(asked, seen);
  }
}

TEST(SemanticGrid, QueriesEveryCombinationOnce) {
  // Two changes and 15 queries: a grid of 4 x 4 without the original, which is on none of them.
  const PlantedWeakness weakness("rotate=-30:30,brightness=-0.2:0.2");
  const auto attack = make_recipe<Transformed>("grid").make(weakness.problem(15, 1));
  std::set<std::pair<double, double>> asked;
  while (const auto point = attack->ask())
    EXPECT_TRUE(asked.insert({point->point[0], point->point[1]}).second);
  EXPECT_EQ(asked.size(), 16U);
  EXPECT_TRUE(asked.contains({-30, -0.2}));
  EXPECT_TRUE(asked.contains({10, 0.2}));
  const auto mild = make_recipe<Transformed>("grid:mild-first=yes").make(weakness.problem(8, 1));
  double last = 0;
  int count = 0;
  while (const auto point = mild->ask()) {
    EXPECT_GE(weakness.space->severity(point->point), last);
    last = weakness.space->severity(point->point);
    ++count;
  }
  EXPECT_EQ(count, 8) << "3 x 3 without the original";
}

}  // namespace
}  // namespace bora::attacks
