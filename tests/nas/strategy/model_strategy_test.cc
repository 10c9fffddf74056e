#include "nas/strategy/model_strategy.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "nas/strategy/invented_values.h"

namespace bora::nas {
namespace {

using testing::invented_value;
using testing::nb201_task;

TEST(SpreadArchitectures, AreFartherApartThanDrawnOnes) {
  const auto& space = *nb201_task(1).space;
  const auto nearest = [&](const std::vector<Architecture>& of) {
    double sum = 0;
    for (const Architecture& a : of) {
      double least = 1e9;
      for (const Architecture& b : of) {
        if (a == b) continue;
        double distance = 0;
        const auto x = space.statistics(a), y = space.statistics(b);
        for (std::size_t i = 0; i < x.size(); ++i) distance += (x[i] - y[i]) * (x[i] - y[i]);
        least = std::min(least, distance);
      }
      sum += least / static_cast<double>(of.size());
    }
    return sum;
  };
  double spread = 0, drawn = 0;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    Rng rng(seed);
    const auto chosen = spread_architectures(space, 10, rng);
    ASSERT_EQ(chosen.size(), 10u);
    spread += nearest(chosen);
    std::vector<Architecture> random;
    for (int i = 0; i < 10; ++i) random.push_back(space.sample(rng));
    drawn += nearest(random);
  }
  EXPECT_GT(spread, 1.3 * drawn);
}

// A batch consists of the candidates with the largest upper confidence bounds under one posterior.
TEST(ModelStrategy, ABatchHasTheBestCandidatesOfOnePosterior) {
  const StrategyTask task = nb201_task(5);
  const StrategyMaker maker("bowl", task);
  const auto search = maker.make(4);
  for (const auto& trial : search->ask(10)) search->tell(trial.number, invented_value(trial.point));
  const auto batch = search->ask(5);
  auto* const model = dynamic_cast<ModelStrategy*>(search.get());
  ASSERT_NE(model, nullptr);
  ASSERT_TRUE(model->posterior());
  const auto upper = [&](const std::vector<Architecture>& of) {
    const auto at = model->posterior()->marginal(of);
    return Eigen::VectorXd(at.mean + at.variance.cwiseSqrt());
  };
  std::vector<Architecture> asked;
  for (const auto& trial : batch) asked.push_back(trial.point);
  const double least = upper(asked).minCoeff();
  const auto& all = *task.space->all();
  const Eigen::VectorXd bounds = upper(all);
  int better = 0;
  for (Eigen::Index i = 0; i < bounds.size(); ++i) better += bounds[i] > least + 1e-12 ? 1 : 0;
  EXPECT_LE(better, 4 + 10);  // the others of the batch, and the known architectures
}

// Returns the number of different networks among 16 architectures, asked for two at a time. The best values
// are those of small networks, which have many texts.
std::size_t different_networks(const std::string& space, bool distinct) {
  StrategyTask task{make_space(space), 1, "believer", {}};
  task.distinct = distinct;
  const auto search = StrategyMaker("bowl", task).make(3);
  std::set<std::string> hashes;
  for (int pair = 0; pair < 8; ++pair) {
    const auto first = search->ask(1).front(), second = search->ask(1).front();
    for (const auto& trial : {first, second}) {
      hashes.insert(computation_hash(trial.point));
      search->tell(trial.number, -trial.point.cells().front().pruned.nodes());
    }
  }
  return hashes.size();
}

TEST(ModelStrategy, AsksForNoNetworkTwiceIfDistinct) {
  for (const char* space : {"nb201", "nb101"}) {
    EXPECT_EQ(different_networks(space, true), 16u) << space;
    EXPECT_LT(different_networks(space, false), 16u) << space;
  }
}

TEST(WithoutIsomorphs, KeepsOneOfIsomorphicCandidates) {
  const StrategyTask task = nb201_task(5);
  const auto search = StrategyMaker("nas-bowl", task).make(2);
  std::set<std::string> hashes;
  int asked = 0;
  for (int round = 0; round < 6; ++round)
    for (const auto& trial : search->ask(5)) {
      if (asked >= 10) {
        EXPECT_TRUE(hashes.insert(computation_hash(trial.point)).second) << trial.point.text();
      } else {
        hashes.insert(computation_hash(trial.point));
      }
      ++asked;
      search->tell(trial.number, invented_value(trial.point));
    }
}

// x + conv(x) was observed; 2x + conv(x), another network, is the best of its neighbours.
TEST(WithoutIsomorphs, KeepsWhatDiffersInTheNumberOfSkipConnections) {
  const auto space = make_space("nb201");
  const std::vector<Architecture> known{*space->decode({1, 3, 0, 1, 0, 1})};
  const std::vector<double> values{1};
  const std::string twice = computation_hash(*space->decode({1, 3, 0, 1, 1, 1}));
  class Favouring final : public AcquisitionFunction<Architecture> {
   public:
    explicit Favouring(std::string best) : best_(std::move(best)) {}
    Eigen::VectorXd values(const std::vector<Architecture>& Z) const override {
      Eigen::VectorXd out(static_cast<Eigen::Index>(Z.size()));
      for (std::size_t i = 0; i < Z.size(); ++i)
        out[static_cast<Eigen::Index>(i)] = computation_hash(Z[i]) == best_ ? 1 : 0;
      return out;
    }

   private:
    std::string best_;
  };
  MutationPoolOptions options;
  options.mutated = 1;
  Rng rng(1);
  const WithoutIsomorphs proposer(SharedSpace(space), options);
  EXPECT_EQ(computation_hash(proposer.propose(Favouring(twice), {known, values}, rng)), twice);
}

}  // namespace
}  // namespace bora::nas
