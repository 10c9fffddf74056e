#include "surrogates/baselines/one_hot_search.h"

#include <memory>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace bora::surrogates::one_hot_search_test {
namespace {

using Eigen::VectorXd;

/// Search over the box that always proposes the same point.
class Stubborn final : public MixedOptimiser {
 public:
  explicit Stubborn(VectorXd point)
      : MixedOptimiser(MixedSpace({}, VectorXd::Zero(point.size()), VectorXd::Ones(point.size())), 1),
        point_(std::move(point)) {}
  using MixedOptimiser::failures;
  using MixedOptimiser::points;
  using MixedOptimiser::values;
  using MixedOptimiser::waiting;

 private:
  std::vector<VectorXd> propose(int q, std::int64_t /*first*/, Rng& /*rng*/) override {
    return std::vector<VectorXd>(static_cast<std::size_t>(q), point_);
  }
  VectorXd point_;
};

// The proposed point stands for the first of two categories. It is evaluated; when it is proposed again, the
// second category replaces it.
TEST(OneHotSearch, TellsAReplacementAtItsOwnCode) {
  const Eigen::Vector2d code(0.75, 0.25);
  for (const bool at_corners : {false, true}) {
    auto made = std::make_unique<Stubborn>(code);
    const Stubborn& inner = *made;
    OneHotSearch search(MixedSpace({2}, {}, {}), std::move(made), at_corners, 1);
    const auto first = search.ask().front();
    EXPECT_EQ(first.point[0], 0);
    search.tell(first.number, 5);
    const auto second = search.ask().front();
    EXPECT_EQ(second.point[0], 1);
    ASSERT_EQ(inner.pending(), 1);
    EXPECT_EQ(inner.waiting().begin()->second, Eigen::Vector2d(0, 1))
        << "pending at the point that is evaluated";
    search.tell(second.number, 7);
    EXPECT_EQ(inner.pending(), 0);
    ASSERT_EQ(inner.observations(), 2);
    EXPECT_EQ(inner.points()[0], at_corners ? Eigen::Vector2d(1, 0) : code);
    EXPECT_EQ(inner.points()[1], Eigen::Vector2d(0, 1));
    EXPECT_EQ(inner.values(), (std::vector<double>{5, 7}));
    EXPECT_EQ(inner.failures().size(), at_corners ? 0U : 1U) << "a failed step of the region";
  }
}

TEST(OneHotSearch, TellsTheInnerSearchThatAnInfeasibleObservationFailed) {
  auto made = std::make_unique<Stubborn>(Eigen::Vector2d(0.75, 0.25));
  const Stubborn& inner = *made;
  OneHotSearch search(MixedSpace({2}, {}, {}), std::move(made), true, 1);
  search.observe_constrained(VectorXd::Constant(1, 1), 5, {-1});
  EXPECT_EQ(search.observations(), 0);
  EXPECT_EQ(inner.observations(), 0);
  ASSERT_EQ(inner.failures().size(), 1U);
  EXPECT_EQ(inner.failures()[0], Eigen::Vector2d(0, 1));
}

// Each of the four whole numbers has a quarter of the coordinate, also those at the ends.
TEST(OneHotSearch, GivesEveryWholeNumberAnEqualShare) {
  MixedSpaceRules rules;
  rules.whole = {true};
  const MixedSpace space({}, VectorXd::Constant(1, 5), VectorXd::Constant(1, 8), rules);
  const auto asked = [&](double code) {
    OneHotSearch search(space, std::make_unique<Stubborn>(VectorXd::Constant(1, code)), true, 1);
    return search.ask().front().point[0];
  };
  for (int k = 0; k < 4; ++k)
    for (const double within : {0.01, 0.5, 0.99}) EXPECT_EQ(asked((k + within) / 4), 5 + k) << within;
  // The code of a whole number stands for that number.
  for (int k = 0; k < 4; ++k) EXPECT_EQ(asked(space.to_one_hot(VectorXd::Constant(1, 5 + k))[0]), 5 + k);
}

// All points of a batch decode to the same point.
TEST(OneHotSearch, ReplacesInABatch) {
  auto made = std::make_unique<Stubborn>(Eigen::Vector3d(0.1, 0.2, 0.9));
  const Stubborn& inner = *made;
  OneHotSearch search(MixedSpace({3}, {}, {}), std::move(made), false, 1);
  const auto trials = search.ask(3);
  for (const auto& trial : trials) search.tell(trial.number, trial.point[0]);
  ASSERT_EQ(inner.observations(), 3);
  for (std::size_t i = 0; i < 3; ++i) {
    Eigen::Index category = 0;
    inner.points()[i].maxCoeff(&category);
    EXPECT_EQ(static_cast<double>(category), inner.values()[i]) << i;
  }
}

}  // namespace
}  // namespace bora::surrogates::one_hot_search_test
