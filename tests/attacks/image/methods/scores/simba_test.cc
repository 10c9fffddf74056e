#include "attacks/image/methods/scores/simba.h"

#include <gtest/gtest.h>

#include <set>

#include "support/exchanges.h"
#include "support/input_error.h"
#include "support/read_options.h"

namespace bora::attacks::simba_test {
namespace {

using testing::continuous_problem;
using testing::drive;
using testing::LinearVictim;

constexpr ImageShape kShape{2, 5, 7};

Eigen::MatrixXf all_directions(const SimbaBasis& basis) {
  Eigen::MatrixXf rows(basis.size(), kShape.size());
  for (int i = 0; i < basis.size(); ++i) rows.row(i) = basis.direction(i);
  return rows;
}

TEST(SimbaBasis, IsOrthonormalAndComplete) {
  for (const auto kind : {SimbaOptions::Basis::dct, SimbaOptions::Basis::pixel}) {
    const SimbaBasis basis(kShape, {.basis = kind, .frequencies = 1});
    ASSERT_EQ(basis.size(), kShape.size());
    const Eigen::MatrixXf rows = all_directions(basis);
    EXPECT_TRUE((rows * rows.transpose()).isIdentity(1e-5F));
  }
}

TEST(SimbaBasis, LowFrequencyPartIsOrthonormalAndContainsConstants) {
  const SimbaBasis basis(kShape, {.frequencies = 0.4});
  EXPECT_EQ(basis.size(), 2 * 2 * 3);
  const Eigen::MatrixXf rows = all_directions(basis);
  EXPECT_TRUE((rows * rows.transpose()).isIdentity(1e-5F));
  const Eigen::RowVectorXf grey = Eigen::RowVectorXf::Ones(kShape.size());
  EXPECT_TRUE((grey * rows.transpose() * rows).isApprox(grey, 1e-5F));
}

// sqrt(2/5) cos(pi 2 (y + 1/2) / 5) sqrt(1/7), in the second channel.
TEST(SimbaBasis, DirectionsAreProductsOfCosines) {
  const Eigen::RowVectorXf direction = SimbaBasis(kShape, {.frequencies = 1}).direction(35 + 2 * 7);
  EXPECT_FLOAT_EQ(direction.head(35).cwiseAbs().maxCoeff(), 0);
  for (int y = 0; y < 5; ++y)
    for (int x = 0; x < 7; ++x)
      EXPECT_NEAR(direction[35 + y * 7 + x], std::sqrt(2.0 / 35) * std::cos(M_PI * 2 * (y + 0.5) / 5), 1e-6);
}

TEST(SimbaBasis, EveryPassTakesEachDirectionOnce) {
  Rng rng(1);
  for (const bool low_first : {false, true}) {
    const SimbaBasis basis(kShape, {.low_frequencies_first = low_first, .frequencies = 1});
    const auto order = basis.order(rng);
    EXPECT_EQ(std::set<int>(order.begin(), order.end()).size(), static_cast<std::size_t>(basis.size()));
    EXPECT_EQ(static_cast<int>(order.size()), basis.size());
    // The first two directions by frequency are the constants of the two channels.
    if (low_first) {
      EXPECT_EQ((std::set<int>{order[0], order[1]}), (std::set<int>{0, 35}));
    }
  }
}

// Returns the loss that the attack raises, for targeted and untargeted goals.
double gain(const Observation& seen, const Goal& goal) {
  return loss_value(Loss::cross_entropy, goal, seen.log_p);
}

TEST(Simba, KeepsImprovementsAndSpendsOneOrTwoQueriesPerDirection) {
  for (const bool targeted : {false, true}) {
    LinearVictim victim({1, 12, 12}, 4, 2, 5);
    auto problem = continuous_problem({1, 12, 12}, 4, {0, {}}, 0.3);
    if (targeted) problem.goal.target = 2;
    SimbaAttack attack(problem, {.step = 0.1, .frequencies = 1});
    const auto trace = drive(attack, victim, problem, 200);

    EXPECT_EQ(trace[0].image, problem.original);
    Eigen::RowVectorXf image = trace[0].image;
    double best = gain(trace[0].seen, problem.goal);
    const double first = best;
    int directions = 0;
    for (std::size_t i = 1; i + 1 < trace.size(); ++i, ++directions) {
      const Eigen::RowVectorXf forth = trace[i].image - image;
      if (gain(trace[i].seen, problem.goal) <= best) {
        ++i;  // no better, so the next query is the step back from the same image
        const Eigen::RowVectorXf back = trace[i].image - image;
        EXPECT_TRUE(back.isApprox(-forth, 1e-3F));
      }
      if (gain(trace[i].seen, problem.goal) > best) {
        best = gain(trace[i].seen, problem.goal);
        image = trace[i].image;
      }
    }
    EXPECT_GT(directions, 100);
    EXPECT_GT(best, first + 0.5);
  }
}

// Directions are single pixels, and steps are wider than the ball. After one pass over all d each pixel is at
// a bound, where only a step back changes it.
TEST(Simba, SkipsStepsThatTheBallUndoes) {
  const ImageShape shape{1, 6, 6};
  const int d = shape.size();
  LinearVictim victim(shape, 2, 2);
  const auto problem = continuous_problem(shape, 2, {0, {}}, 0.05);
  SimbaAttack attack(problem, {.basis = SimbaOptions::Basis::pixel, .step = 0.2});
  // With a linear victim of two classes every pixel moves in the first pass, half of them by the step back.
  int queries = 0;
  const Eigen::RowVectorXf best =
      problem.original + 0.05F * (victim.weights().row(1) - victim.weights().row(0)).cwiseSign();
  for (bool found = false; !found && queries < 10 * d; ++queries)
    found = drive(attack, victim, problem, 1)[0].image.isApprox(best, 1e-5F);
  EXPECT_GT(queries, d);
  EXPECT_LE(queries, 2 * d);
  std::set<int> tried;
  for (const auto& exchange : drive(attack, victim, problem, d)) {
    const auto changed = ((exchange.image - best).array().abs() > 1e-5F).eval();
    EXPECT_EQ(changed.count(), 1);
    for (int i = 0; i < d; ++i)
      if (changed[i]) tried.insert(i);
  }
  EXPECT_EQ(static_cast<int>(tried.size()), d) << "each pixel once";
}

// A step of 0.005 along a cosine changes no value by half a grey level.
TEST(Simba, QueriesNoImageTwiceOnTheGrid) {
  const ImageShape shape{1, 6, 6};
  LinearVictim victim(shape, 2, 2);
  auto problem = continuous_problem(shape, 2, {0, {}}, 0.05);
  problem.ball = LinfBall(0.05, false);
  for (float& value : problem.original) value = from_level(to_level(value));
  SimbaAttack attack(problem, {.step = 0.005});
  const auto trace = drive(attack, victim, problem, 40);
  double best = trace[0].seen.objective;
  Pixels current = trace[0].image;
  int improved = 0;
  for (std::size_t i = 1; i < trace.size(); ++i) {
    EXPECT_NE(trace[i].image, current) << i;
    if (trace[i].seen.objective <= best) continue;
    best = trace[i].seen.objective;
    current = trace[i].image;
    ++improved;
  }
  EXPECT_GT(improved, 10);
}

TEST(Simba, EndsIfRoundingUndoesEveryStep) {
  const ImageShape shape{1, 6, 6};
  LinearVictim victim(shape, 2, 2);
  const auto problem = continuous_problem(shape, 2, {0, {}}, 0.05);
  SimbaAttack attack(problem, {.step = 1e-12});
  drive(attack, victim, problem, 1);  // the clean image
  EXPECT_FALSE(attack.ask());
}

TEST(Simba, RefusesFrequenciesWithThePixelBasis) {
  AttackSettings settings("simba:basis=pixel:order=low-frequency");
  SimbaOptions options;
  testing::expect_input_error([&] { options.read(settings, kShape); }, "low-frequency", "basis=dct");
}

// The authors' commands: all frequencies on CIFAR-10 and with --linf_bound, an eighth along each axis in L2
// on ImageNet.
TEST(Simba, UsesAnEighthOfTheFrequenciesOfLargeImages) {
  const auto linf = [](const std::string& spec, const ImageShape& shape) {
    return testing::read_options<SimbaOptions, ImageShape>(spec, shape).frequencies;
  };
  EXPECT_EQ(linf("simba:as=paper", {3, 32, 32}), 1);
  EXPECT_EQ(linf("simba:as=paper", {3, 224, 224}), 1);
  EXPECT_EQ(linf("simba", {3, 32, 32}), 0.5);
  EXPECT_EQ(linf("simba", {3, 224, 224}), 0.125);
  EXPECT_EQ(linf("simba:basis=pixel", {3, 224, 224}), 1);
  const auto l2 = [](const std::string& spec, const ImageShape& shape) {
    return testing::read_options<SimbaL2Options, ImageShape>(spec, shape).frequencies;
  };
  EXPECT_EQ(l2("simba:as=paper", {1, 28, 28}), 1);
  EXPECT_EQ(l2("simba:as=paper", {3, 224, 224}), 0.125);
  EXPECT_EQ(l2("simba", {1, 28, 28}), 0.5);
  EXPECT_EQ(l2("simba", {3, 32, 32}), 1);
  EXPECT_EQ(l2("simba", {3, 224, 224}), 0.125);
}

}  // namespace
}  // namespace bora::attacks::simba_test
