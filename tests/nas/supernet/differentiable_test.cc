#include "nas/supernet/differentiable.h"

#include <cmath>
#include <fstream>
#include <map>
#include <numeric>

#include <gtest/gtest.h>

#include "nas/supernet/dirichlet.h"
#include "nas/supernet/small_supernet.h"
#include "support/temporary_folder.h"

namespace bora::nas {
namespace {

using testing::small_supernet;
using testing::SmallData;
using testing::TemporaryFolder;

SupernetPlan small_plan(const std::string& kind, const std::string& gradient) {
  SupernetPlan plan;
  plan.kind = kind;
  plan.gradient = gradient;
  plan.epochs = 3;
  plan.interval = 2;
  plan.alpha_rate = 0.05;
  return plan;
}

std::optional<std::vector<DerivedCell>> derived(const SupernetPlan& plan, const std::filesystem::path& folder,
                                                int steps = -1) {
  const SmallData small;
  Supernet net(small_supernet());
  std::atomic<bool> stop = false;
  SupernetRun run;
  run.folder = folder;
  run.seed = 9;
  run.stop = &stop;
  run.progress = [&](double, const std::string&) {
    if (steps >= 0 && --steps <= 0) stop = true;
  };
  return derive_cells(net, small.data, plan, run);
}

// The expectation of sum_i c_i x_i^2 over a Dirichlet distribution is known.
const std::vector<double> kConcentration{0.7, 1.5, 2.4}, kFactors{1.0, -0.5, 2.0};
double expectation(const std::vector<double>& a) {
  const double total = std::accumulate(a.begin(), a.end(), 0.0);
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += kFactors[i] * a[i] * (a[i] + 1) / (total * (total + 1));
  return sum;
}

TEST(Dirichlet, DrawsAreSharesWithTheirMeanAndDependOnTheSeed) {
  constexpr int kDraws = 4000;
  std::vector<double> mean(3, 0.0);
  for (std::uint64_t seed = 0; seed < kDraws; ++seed) {
    const auto drawn = draw_dirichlet(kConcentration, seed);
    EXPECT_NEAR(std::accumulate(drawn.shares.begin(), drawn.shares.end(), 0.0), 1, 1e-9);
    for (std::size_t i = 0; i < mean.size(); ++i) mean[i] += drawn.shares[i] / kDraws;
  }
  for (std::size_t i = 0; i < mean.size(); ++i) EXPECT_NEAR(mean[i], kConcentration[i] / 4.6, 0.02);
  EXPECT_EQ(draw_dirichlet(kConcentration, 3).shares, draw_dirichlet(kConcentration, 3).shares);
  EXPECT_NE(draw_dirichlet(kConcentration, 3).shares, draw_dirichlet(kConcentration, 4).shares);
}

TEST(Dirichlet, TheGradientOfAnExpectationIsItsFiniteDifference) {
  constexpr int kDraws = 20000;
  constexpr double kStep = 1e-5;
  std::vector<double> mean(3, 0.0), square(3, 0.0);
  for (std::uint64_t seed = 0; seed < kDraws; ++seed) {
    const auto drawn = draw_dirichlet(kConcentration, seed);
    std::vector<double> of_shares;
    for (std::size_t i = 0; i < 3; ++i) of_shares.push_back(2 * kFactors[i] * drawn.shares[i]);
    const auto gradient = drawn.pullback(of_shares);
    for (std::size_t i = 0; i < 3; ++i) {
      mean[i] += gradient[i] / kDraws;
      square[i] += gradient[i] * gradient[i] / kDraws;
    }
  }
  for (std::size_t i = 0; i < 3; ++i) {
    auto more = kConcentration, less = kConcentration;
    more[i] += kStep;
    less[i] -= kStep;
    const double slope = (expectation(more) - expectation(less)) / (2 * kStep);
    EXPECT_NEAR(mean[i], slope, 5 * std::sqrt(square[i] / kDraws)) << i;
    EXPECT_GT(std::abs(slope), 10 * std::sqrt(square[i] / kDraws)) << i;  // an estimate of 0 would fail
  }
}

TEST(MixedChoice, DartsGradientIsTheSoftmaxsFiniteDifference) {
  MixedChoice choice(false, 3);
  Rng rng(2);
  CellMix factors;
  for (std::size_t e = 0; e < factors.size(); ++e)
    for (std::size_t o = 0; o < factors[e].size(); ++o) {
      choice.alpha[e][o] = rng.normal();
      factors[e][o] = rng.normal();
    }
  const auto value = [&](const MixedChoice& at) {
    const CellMix mix = at.draw(1).mix;
    double sum = 0;
    for (std::size_t e = 0; e < mix.size(); ++e)
      for (std::size_t o = 0; o < mix[e].size(); ++o) sum += factors[e][o] * mix[e][o];
    return sum;
  };
  const CellMix gradient = choice.pullback(choice.draw(1), factors);
  constexpr double kStep = 1e-6;
  for (std::size_t e = 0; e < factors.size(); ++e)
    for (std::size_t o = 0; o < factors[e].size(); ++o) {
      MixedChoice more = choice, less = choice;
      more.alpha[e][o] += kStep;
      less.alpha[e][o] -= kStep;
      EXPECT_NEAR(gradient[e][o], (value(more) - value(less)) / (2 * kStep), 1e-7);
    }
}

TEST(MixedChoice, DrnasChainsThroughTheConcentration) {
  MixedChoice choice(true, 3);
  choice.alpha[0] = {0.5, -0.7, 0.0, 1.2, -2.0};
  const auto drawn = choice.draw(4);
  CellMix factors{};
  factors[0] = {1, -2, 0.5, 3, 1};
  const CellMix gradient = choice.pullback(drawn, factors);
  const std::vector<double> concentration{1.5, std::exp(-0.7), 1.0, 2.2, std::exp(-2.0)};
  const DirichletDraw same{{drawn.mix[0].begin(), drawn.mix[0].end()}, concentration};
  const auto expected = same.pullback({1, -2, 0.5, 3, 1});
  const double slopes[] = {1, std::exp(-0.7), 1, 1, std::exp(-2.0)};
  for (std::size_t o = 0; o < 5; ++o) EXPECT_NEAR(gradient[0][o], expected[o] * slopes[o], 1e-12);
  EXPECT_NEAR(choice.mean()[0][3], 2.2 / (4.7 + std::exp(-0.7) + std::exp(-2.0)), 1e-12);
  EXPECT_EQ(choice.cell()[0], 3);
  EXPECT_NE(choice.draw(5).mix, drawn.mix);
}

TEST(Tse, GradientIsTheSumOfFiniteDifferencesAtTheWeightsOfEachStep) {
  const SmallData small;
  const Minibatches images(small.train, 12, {.shift = 1}, 1);
  MixedChoice choice(false, 3);
  Rng rng(2);
  for (auto& row : choice.alpha)
    for (double& one : row) one = 0.3 * rng.normal();
  Supernet net(small_supernet()), again(small_supernet());
  CellMix sum{}, ignored;
  constexpr double kStep = 5e-3;
  constexpr std::size_t kEdges[] = {1, 5};
  std::map<std::size_t, CellMix::value_type> expected;
  for (int k = 0; k < 3; ++k) {
    descend_weights(net, images.at(k), choice, 0, 0.1, sum);
    for (const std::size_t e : kEdges)
      for (std::size_t o = 0; o < sum[e].size(); ++o) {
        MixedChoice more = choice, less = choice;
        more.alpha[e][o] += kStep;
        less.alpha[e][o] -= kStep;
        expected[e][o] += (again.mix_gradient(images.at(k), more.mean(), ignored) -
                           again.mix_gradient(images.at(k), less.mean(), ignored)) /
                          (2 * kStep);
      }
    again.add_gradients(images.at(k), choice.mean(), ignored);
    again.step(0.1);
  }
  double largest = 0;
  for (const auto& [e, row] : expected)
    for (std::size_t o = 0; o < row.size(); ++o) {
      EXPECT_NEAR(sum[e][o], row[o], 5e-4 + 0.03 * std::abs(row[o])) << e << " " << o;
      largest = std::max(largest, std::abs(row[o]));
    }
  EXPECT_GT(largest, 0.01);
}

TEST(AlphaOptimiser, IsAdamWithDecay) {
  AlphaOptimiser optimiser(0.1);
  CellMix alpha{}, gradient{};
  alpha[2][1] = 2;
  gradient[2][1] = 3;
  optimiser.step(alpha, gradient);
  EXPECT_NEAR(alpha[2][1], 1.9, 1e-6);  // the first step of Adam has the length of the rate
  gradient[2][1] = -1;
  optimiser.step(alpha, gradient);
  const double g1 = 3.002, g2 = -1 + 1e-3 * 1.9;
  const double m = (0.25 * g1 + 0.5 * g2) / 0.75;
  const double v = (0.999 * 0.001 * g1 * g1 + 0.001 * g2 * g2) / (1 - 0.999 * 0.999);
  EXPECT_NEAR(alpha[2][1], 1.9 - 0.1 * m / std::sqrt(v), 1e-6);
  EXPECT_EQ(alpha[0][0], 0);
}

TEST(DeriveCells, ResumesWithTheSameResult) {
  for (const char* kind : {"darts", "drnas"})
    for (const char* gradient : {"validation", "tse"}) {
      const SupernetPlan plan = small_plan(kind, gradient);
      const auto whole = *derived(plan, "");
      ASSERT_EQ(whole.size(), 3u);
      EXPECT_NE(whole[0].alpha, whole[2].alpha);
      const TemporaryFolder folder;
      EXPECT_FALSE(derived(plan, folder.path(), 3));
      const auto parts = *derived(plan, folder.path());
      ASSERT_EQ(parts.size(), 3u);
      for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(parts[i].alpha, whole[i].alpha) << kind << " " << gradient << " " << i;
        EXPECT_EQ(parts[i].loss, whole[i].loss);
        EXPECT_EQ(parts[i].cell, whole[i].cell);
      }
      std::ifstream course(folder / "course.csv");
      std::string line;
      int lines = 0;
      while (std::getline(course, line)) ++lines;
      EXPECT_EQ(lines, 4);
    }
}

TEST(DeriveCells, FollowTheAlgorithmsAsPrinted) {
  const SmallData small;
  const Minibatches train(small.train, 12, {.shift = 1}, mix_seed(9, "supernet"));
  const Minibatches judged(small.validation, 12, {.shift = 1}, mix_seed(9, "validation"));
  for (const bool tse : {false, true}) {
    const SupernetPlan plan = small_plan("darts", tse ? "tse" : "validation");
    Supernet net(small_supernet());
    MixedChoice choice(false, 9);
    AlphaOptimiser optimiser(plan.alpha_rate);
    CellMix sum{}, ignored{}, of_mix;
    for (int step = 0; step < 2 * plan.epochs; ++step) {
      if (!tse) {
        const auto now = choice.draw(0);
        net.mix_gradient(judged.at(step), now.mix, of_mix);
        optimiser.step(choice.alpha, choice.pullback(now, of_mix));
      }
      descend_weights(net, train.at(step), choice, 0, supernet_rate(plan.rate, step / 2, plan.epochs),
                      tse ? sum : ignored);
      if (tse && step % 2 == 1) {
        optimiser.step(choice.alpha, sum);
        sum = {};
      }
    }
    EXPECT_EQ(derived(plan, "")->back().alpha, choice.alpha) << tse;
  }
}

TEST(SupernetRate, FallsAlongACosine) {
  EXPECT_EQ(supernet_rate(0.025, 0, 50), 0.025);
  EXPECT_NEAR(supernet_rate(0.025, 25, 50), 0.013, 1e-12);
  EXPECT_NEAR(supernet_rate(0.025, 50, 50), 0.001, 1e-12);
  EXPECT_EQ(supernet_rate(1e-4, 30, 50), 1e-4);
}

TEST(DeriveCells, TseMovesAlphaOnceAnInterval) {
  // With two minibatches per epoch and an interval of three, alpha has made 0 steps after epoch 1, and 1
  // after 2.
  SupernetPlan plan = small_plan("darts", "tse");
  plan.interval = 3;
  const auto course = *derived(plan, "");
  EXPECT_EQ(course[0].alpha, MixedChoice(false, 9).alpha);
  EXPECT_NE(course[1].alpha, course[0].alpha);
  EXPECT_NE(course[2].alpha, course[1].alpha);
  for (std::size_t e = 0; e < course[0].alpha.size(); ++e)
    for (std::size_t o = 0; o < course[0].alpha[e].size(); ++o)
      EXPECT_LE(std::abs(course[1].alpha[e][o] - course[0].alpha[e][o]), 0.05 + 1e-9);
}

TEST(ByProbability, BeginsWithTheDerivedCellAndThenTheNearest) {
  const Nb201Space space;
  for (const char* kind : {"darts", "drnas"}) {
    MixedChoice choice(kind == std::string("drnas"), 3);
    Rng rng(4);
    for (auto& row : choice.alpha)
      for (double& one : row) one = rng.normal();
    const auto order = by_probability(space, small_plan(kind, "tse"), choice.alpha);
    ASSERT_EQ(order.size(), space.all()->size());
    EXPECT_EQ(path_of(order[0]), choice.cell());
    // The second cell differs in one edge.
    int changes = 0;
    for (std::size_t e = 0; e < 6; ++e) changes += path_of(order[1])[e] != choice.cell()[e] ? 1 : 0;
    EXPECT_EQ(changes, 1);
  }
}

}  // namespace
}  // namespace bora::nas
