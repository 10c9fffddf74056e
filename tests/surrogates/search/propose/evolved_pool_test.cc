#include "surrogates/search/propose/evolved_pool.h"

#include <gtest/gtest.h>

#include "support/input_error.h"

namespace bora::surrogates::evolved_pool_test {
namespace {

// Whole numbers; a neighbour is one to ten away.
class Line final : public Space<int> {
 public:
  explicit Line(int end) : end_(end) {}
  int sample(Rng& rng) const override { return rng.index(end_); }
  std::vector<int> neighbours(const int& point, int /*count*/, Rng& rng) const override {
    const int near = point + static_cast<int>(rng.sign()) * (1 + rng.index(10));
    return near < 0 || near >= end_ ? std::vector<int>{} : std::vector<int>{near};
  }
  std::string key(const int& point) const override { return std::to_string(point); }
  void check(const int&) const override {}

 private:
  int end_;
};

// Acquisition that is the number itself; counts the points that it evaluates.
class Size final : public AcquisitionFunction<int> {
 public:
  Eigen::VectorXd values(const std::vector<int>& Z) const override {
    Eigen::VectorXd values(static_cast<Eigen::Index>(Z.size()));
    for (std::size_t i = 0; i < Z.size(); ++i) values[static_cast<Eigen::Index>(i)] = Z[i];
    asked += static_cast<int>(Z.size());
    return values;
  }
  mutable int asked = 0;
};

const std::vector<int> kPoints{500};
const std::vector<double> kValues{1};

// Returns the mean over seeds of the proposed number minus 500.
double climbed(double sharpness) {
  EvolvedPoolOptions options;
  options.sharpness = sharpness;
  options.mutations = 5;
  options.least = options.most = 60;
  const EvolvedPool<Line> proposer(Line(1000), options);
  double sum = 0;
  constexpr int kSeeds = 20;
  for (int seed = 0; seed < kSeeds; ++seed) {
    Rng rng(static_cast<std::uint64_t>(seed));
    sum += proposer.propose(Size(), {kPoints, kValues}, rng) - 500;
  }
  return sum / kSeeds;
}

TEST(EvolvedPool, ParentsWithLargerScoresHaveMoreChildren) {
  EXPECT_GT(climbed(0), 20);
  EXPECT_GT(climbed(2), climbed(0) + 20);
}

TEST(EvolvedPool, ScoresAsManyAsItIsToldAndLeavesOutWhatIsTaken) {
  EvolvedPoolOptions options;
  options.least = options.most = 40;
  const EvolvedPool<Line> proposer(Line(1000), options);
  Rng rng(1);
  const Size score;
  const History<int> seen{kPoints, kValues, [](int point) { return point % 2 == 0; }};
  const auto best = proposer.propose_batch(score, seen, 3, rng);
  EXPECT_EQ(score.asked, 41);  // and the one observed
  ASSERT_EQ(best.size(), 3u);
  for (const int point : best) EXPECT_EQ(point % 2, 1);
  EXPECT_GT(best[0], best[1]);
  EXPECT_GT(best[1], best[2]);
}

TEST(EvolvedPool, EndsWhereASpaceRunsOut) {
  const EvolvedPool<Line> proposer(Line(4), {});
  const std::vector<int> points{2};
  Rng rng(1);
  EXPECT_EQ(proposer.propose(Size(), {points, kValues, [](int point) { return point == 3; }}, rng), 2);
}

TEST(EvolvedPool, RefusesWrongOptions) {
  const auto made = [](auto change) {
    return [change] {
      EvolvedPoolOptions options;
      change(options);
      EvolvedPool<Line>(Line(4), options);
    };
  };
  testing::expect_input_error(made([](auto& o) { o.first = 0; }), "first");
  testing::expect_input_error(made([](auto& o) { o.mutations = 0; }), "mutations");
  testing::expect_input_error(made([](auto& o) { o.most = 3; }), "most", "least");
  testing::expect_input_error(made([](auto& o) { o.sharpness = -1; }), "sharpness");
}

}  // namespace
}  // namespace bora::surrogates::evolved_pool_test
