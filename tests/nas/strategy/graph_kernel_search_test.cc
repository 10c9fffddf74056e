// Parts of Sreedhar's search: candidates, acquisition functions and targets of the model.
#include "nas/strategy/graph_kernel_search.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "nas/space/listed_space.h"
#include "nas/strategy/invented_values.h"
#include "nas/strategy/strategy.h"
#include "support/input_error.h"

namespace bora::nas {
namespace {

using testing::expect_input_error;
using testing::nb201_task;

// Posterior with given moments for the architectures of a list.
class ToldPosterior final : public Posterior<Architecture> {
 public:
  explicit ToldPosterior(MarginalPosterior all) : all_(std::move(all)) {}
  MarginalPosterior marginal(const std::vector<Architecture>&) const override { return all_; }
  JointPosterior joint(const std::vector<Architecture>&) const override { return {}; }
  std::shared_ptr<const Posterior<Architecture>> given(const std::vector<Architecture>&,
                                                       const Eigen::VectorXd&) const override {
    return nullptr;
  }

 private:
  MarginalPosterior all_;
};

struct Observed {
  std::vector<Architecture> points;
  std::vector<double> values;
  History<Architecture> history() const {
    return {points, values, [this](const Architecture& a) { return std::ranges::count(points, a) > 0; }};
  }
};
Observed observed(int count) {
  const SpacePtr space = nb201_task(1).space;
  Rng rng(3);
  Observed out;
  while (std::ssize(out.points) < count) {
    Architecture drawn = space->sample(rng);
    if (std::ranges::count(out.points, drawn) > 0) continue;
    out.points.push_back(std::move(drawn));
    out.values.push_back(-static_cast<double>(out.values.size()));  // the first is the best
  }
  return out;
}

int differences(const Architecture& a, const Architecture& b) {
  int different = 0;
  for (std::size_t i = 0; i < a.code().size(); ++i) different += a.code()[i] != b.code()[i] ? 1 : 0;
  return different;
}

TEST(SampledPool, MutationsAreNeighboursOfTheBest) {
  const Observed seen = observed(5);
  Rng rng(1);
  const auto pool =
      SampledPool(SharedSpace(nb201_task(1).space), {.size = 500, .drawn = 0}).pool(seen.history(), rng);
  EXPECT_LE(pool.size(), 24u);  // six edges with four other operations each
  EXPECT_GT(pool.size(), 18u);
  for (const Architecture& a : pool) EXPECT_EQ(differences(a, seen.points[0]), 1);
  // With several parents, each of them has neighbours in the pool.
  std::set<std::size_t> parents;
  for (const Architecture& a :
       SampledPool(SharedSpace(nb201_task(1).space), {.size = 500, .drawn = 0, .parents = 3})
           .pool(seen.history(), rng))
    for (std::size_t i = 0; i < 5; ++i)
      if (differences(a, seen.points[i]) == 1) parents.insert(i);
  EXPECT_TRUE(parents.contains(0) && parents.contains(1) && parents.contains(2));
}

TEST(SampledPool, DrawsTheRequestedFraction) {
  const Observed seen = observed(5);
  Rng rng(1);
  const SharedSpace space(nb201_task(1).space);
  const auto far = [&](const std::vector<Architecture>& pool) {
    return static_cast<double>(std::ranges::count_if(
        pool, [&](const Architecture& a) { return differences(a, seen.points[0]) > 1; }));
  };
  const auto all = SampledPool(space, {.size = 1000, .drawn = 1}).pool(seen.history(), rng);
  EXPECT_GT(all.size(), 900u);  // duplicates are left out
  for (const Architecture& a : all) EXPECT_EQ(std::ranges::count(seen.points, a), 0);
  const auto quarter = SampledPool(space, {.size = 1000, .drawn = 0.25}).pool(seen.history(), rng);
  EXPECT_NEAR(far(quarter) / far(all), 0.25, 0.05);
  expect_input_error([&] { SampledPool(space, {.size = 0}); }, "candidates: 0");
  expect_input_error([&] { SampledPool(space, {.drawn = 1.5}); }, "drawn: 1.5");
  expect_input_error([&] { SampledPool(space, {.parents = 0}); }, "parents: 0");
}

TEST(SampledPool, IsNotEmptyIfAllNeighboursWereObserved) {
  Observed seen = observed(1);
  Rng rng(1);
  const SpacePtr space = nb201_task(1).space;
  for (Architecture& a : space->neighbours(seen.points[0], 100, rng)) {
    seen.points.push_back(std::move(a));
    seen.values.push_back(-1);
  }
  const auto pool = SampledPool(SharedSpace(space), {.size = 50, .drawn = 0}).pool(seen.history(), rng);
  ASSERT_EQ(pool.size(), 1u);
  EXPECT_EQ(std::ranges::count(seen.points, pool[0]), 0);
}

TEST(SreedharRule, AgreesWithTheFormulas) {
  MarginalPosterior at{Eigen::Vector3d(-0.6, -0.5, -0.9), Eigen::Vector3d(0.04, 0.01, 0.25)};
  const auto posterior = std::make_shared<ToldPosterior>(at);
  const auto Z = observed(3).points;
  Rng rng(1);
  const auto worth = [&](const std::string& name, double xi) {
    return sreedhar_rule(name, xi)({posterior, 5, rng})->values(Z);
  };
  EXPECT_EQ(worth("greedy", 0), at.mean);
  EXPECT_EQ(worth("lcb", 0), at.mean);
  EXPECT_LT((worth("lcb", 1.5) - Eigen::Vector3d(-0.3, -0.35, -0.15)).cwiseAbs().maxCoeff(), 1e-12);
  // Eq. 4.5 with the largest mean of the candidates + 0.01; the incumbent has no influence.
  const auto improvement = [](double mean, double deviation) {
    const double D = mean + 0.5 - 0.01, z = D / deviation;
    const double density = std::exp(-z * z / 2) / std::sqrt(2 * M_PI);
    return D * 0.5 * std::erfc(-z / std::sqrt(2.0)) + deviation * density;
  };
  const Eigen::VectorXd ei = worth("ei", 0.01).array().exp();
  EXPECT_NEAR(ei[0], improvement(-0.6, 0.2), 1e-12);
  EXPECT_NEAR(ei[1], improvement(-0.5, 0.1), 1e-12);
  EXPECT_NEAR(ei[2], improvement(-0.9, 0.5), 1e-12);
  // Draws have the means and standard deviations of the marginal posteriors.
  Eigen::Vector3d sum = Eigen::Vector3d::Zero(), squares = sum;
  constexpr int kDraws = 4000;
  for (int i = 0; i < kDraws; ++i) {
    const Eigen::Vector3d off = worth("thompson", 0) - at.mean;
    sum += off / kDraws;
    squares += off.cwiseAbs2() / kDraws;
  }
  EXPECT_LT(sum.cwiseAbs().maxCoeff(), 0.04);
  EXPECT_LT((squares.cwiseQuotient(at.variance).array() - 1).abs().maxCoeff(), 0.1);
  expect_input_error([] { sreedhar_rule("ei", -1); }, "xi: -1");
  expect_input_error([] { sreedhar_rule("pi", 0); }, "'pi'", "lcb, ei, greedy, thompson");
}

TEST(Sreedhar, EveryKernelAcquisitionAndSamplingSearches) {
  // A list of 150 cells, so that computing their features is fast.
  Rng rng(5);
  std::set<std::string> cells;
  while (cells.size() < 150) cells.insert(nb201_task(1).space->sample(rng).text());
  StrategyTask task = nb201_task(1);
  task.space =
      std::make_shared<ListedSpace>(task.space, std::vector<std::string>(cells.begin(), cells.end()));
  const auto found = [&](const std::string& options) {
    const auto strategy = StrategyMaker("sreedhar:candidates=100" + options, task).make(1);
    std::vector<std::string> texts;
    for (int i = 0; i < 14; ++i)
      for (const auto& trial : strategy->ask(1)) {
        texts.push_back(trial.point.text());
        strategy->tell(trial.number, testing::invented_value(trial.point));
      }
    return texts;
  };
  std::set<std::vector<std::string>> all;
  int searches = 0;
  for (const std::string options :
       {"", ":kernel=wl", ":kernel=edge", ":acquisition=ei", ":acquisition=greedy", ":acquisition=thompson",
        ":sampling=random", ":sampling=mutation", ":sampling=mutation:parents=5", ":xi=3", ":initial=5"}) {
    const auto texts = found(options);
    EXPECT_EQ(std::set<std::string>(texts.begin(), texts.end()).size(), texts.size()) << options;
    all.insert(texts);
    ++searches;
  }
  EXPECT_GE(std::ssize(all), searches - 2);  // two acquisition functions may choose the same cells
  EXPECT_EQ(found(":drawn=0"), found(":sampling=mutation"));
  EXPECT_EQ(found(":xi=0"), found(":acquisition=greedy"));
}

TEST(Sreedhar, RefusesWhatIsNoSetting) {
  expect_input_error([] { StrategyMaker("sreedhar:kernel=gcm", nb201_task(1)); }, "kernel=gcm",
                     "gcn, wl, edge");
  const auto unknown = [] { StrategyMaker("sreedhar:acquisition=ucb", nb201_task(1)); };
  expect_input_error(unknown, "acquisition=ucb", "lcb");
  expect_input_error([] { StrategyMaker("sreedhar:xi=-1", nb201_task(1)); }, "xi=-1", "from 0");
  expect_input_error([] { StrategyMaker("sreedhar:xi=one", nb201_task(1)); }, "xi=one");
  expect_input_error([] { StrategyMaker("sreedhar:acquisition=greedy:xi=1", nb201_task(1)); },
                     "has no setting 'xi'");
  expect_input_error([] { StrategyMaker("sreedhar:drawn=2", nb201_task(1)); }, "drawn=2", "0 to 1");
  expect_input_error([] { StrategyMaker("sreedhar:sampling=random:drawn=.2", nb201_task(1)); },
                     "has no setting 'drawn'");
  expect_input_error([] { StrategyMaker("sreedhar:candidates=0", nb201_task(1)); }, "candidates=0");
}

}  // namespace
}  // namespace bora::nas
