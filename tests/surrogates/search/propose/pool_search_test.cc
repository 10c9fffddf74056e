// Proposers that score lists of points.
#include "surrogates/search/propose/pool_search.h"

#include <gtest/gtest.h>

#include "support/input_error.h"

namespace bora::surrogates::pool_search_test {
namespace {

// Whole numbers 0 to 99; neighbours are one away.
class Line final : public Space<int> {
 public:
  static constexpr int kEnd = 100;
  int sample(Rng& rng) const override { return rng.index(kEnd); }
  std::vector<int> neighbours(const int& point, int count, Rng& rng) const override {
    std::vector<int> near;
    for (const int sign : {rng.sign(), rng.sign()})
      if (static_cast<int>(near.size()) < count && point + sign >= 0 && point + sign < kEnd)
        near.push_back(point + sign);
    return near;
  }
  std::string key(const int& point) const override { return std::to_string(point); }
  void check(const int&) const override {}
};

// Larger the nearer to 60.
class Nearness final : public AcquisitionFunction<int> {
 public:
  Eigen::VectorXd values(const std::vector<int>& Z) const override {
    Eigen::VectorXd values(static_cast<Eigen::Index>(Z.size()));
    for (std::size_t i = 0; i < Z.size(); ++i) values[static_cast<Eigen::Index>(i)] = -std::abs(Z[i] - 60);
    return values;
  }
};

TEST(WholePool, TakesTheBestThatAreLeft) {
  auto all = std::make_shared<std::vector<int>>();
  for (int i = 0; i < Line::kEnd; ++i) all->push_back(i);
  const WholePool<int> proposer(all);
  Rng rng(1);
  const std::vector<int> points{3};
  const std::vector<double> values{0};
  const History<int> seen{points, values, [](int point) { return point == 60 || point == 61; }};
  // 59, then 58 before 62, which is as good.
  EXPECT_EQ(proposer.propose_batch(Nearness(), seen, 3, rng), (std::vector<int>{59, 58, 62}));
  EXPECT_EQ(proposer.propose(Nearness(), seen, rng), 59);
  const History<int> full{points, values, [](int) { return true; }};
  EXPECT_EQ(proposer.propose_batch(Nearness(), full, 3, rng), std::vector<int>{0});
  testing::expect_input_error([] { WholePool<int>(std::make_shared<std::vector<int>>()); }, "no points");
}

TEST(MutationPool, HoldsNeighboursOfTheBestAndOthersOnceEach) {
  const std::vector<int> points{10, 50, 90};
  const std::vector<double> values{1, 3, 2};
  MutationPoolOptions options;
  options.size = 8;
  options.parents = 2;
  options.mutated = 0.5;
  const MutationPool<Line> proposer(Line(), options);
  const History<int> seen{points, values, [](int point) { return point == 51; }};
  Rng rng(2);
  const auto pool = proposer.pool(seen, rng);
  ASSERT_EQ(pool.size(), 8u);
  EXPECT_EQ(std::set<int>(pool.begin(), pool.end()).size(), 8u);
  // The only new neighbours of the two best points are 49, 89 and 91.
  std::set<int> mutations(pool.begin(), pool.begin() + 3);
  EXPECT_EQ(mutations, (std::set<int>{49, 89, 91}));
  EXPECT_EQ(std::count(pool.begin(), pool.end(), 51), 0);
}

TEST(MutationPool, SecondStepsGoFarther) {
  const std::vector<int> points{50};
  const std::vector<double> values{1};
  MutationPoolOptions options;
  options.mutated = 1;
  options.second_step = 1;
  options.size = 2;
  Rng rng(4);
  const auto pool =
      MutationPool<Line>(Line(), options).pool({points, values, [](int p) { return p == 50; }}, rng);
  EXPECT_EQ(std::set<int>(pool.begin(), pool.end()), (std::set<int>{48, 52}));
}

TEST(MutationPool, RefusesOptionsThatMeanNothing) {
  MutationPoolOptions options;
  options.mutated = 1.5;
  testing::expect_input_error([&] { MutationPool<Line>(Line(), options); }, "mutated", "1.5");
  options = {};
  options.size = 0;
  testing::expect_input_error([&] { MutationPool<Line>(Line(), options); }, "size");
}

}  // namespace
}  // namespace bora::surrogates::pool_search_test
