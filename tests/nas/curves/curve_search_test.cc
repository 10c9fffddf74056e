#include "nas/curves/curve_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <gtest/gtest.h>

#include "nas/curves/held_out_curves.h"
#include "support/input_error.h"

namespace bora::nas {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// 48 networks on a grid. Their last values have one maximum; values at the first checkpoint correlate weakly
// with the last ones, those at the second strongly.
struct Course {
  Course() : table{Eigen::MatrixXd(48, 2), Eigen::MatrixXd::Constant(48, 3, kNone)}, truth(48, 3) {
    Rng rng(7);
    for (int i = 0; i < 48; ++i) {
      table.X.row(i) << i % 8 / 7.0, i / 8 / 5.0;
      const double last =
          -std::pow(table.X(i, 0) - 0.7, 2) - 2 * std::pow(table.X(i, 1) - 0.4, 2) + 0.05 * rng.normal();
      truth.row(i) << 0.3 * last + 0.1 * rng.normal() - 2, 0.8 * last - 1, last;
    }
  }
  void advance(const std::vector<int>& networks) {
    for (const int network : networks) {
      const int reached = table.reached(network);
      ASSERT_LT(reached, 3);
      table.Y(network, reached) = truth(network, reached);
    }
  }
  CurveTable table;
  Eigen::MatrixXd truth;
};

CurveSearchOptions search(const std::string& strategy, std::uint64_t seed = 0) {
  CurveSearchOptions options;
  options.strategy = strategy;
  options.seed = seed;
  options.gpar.starts = 1;
  return options;
}

class EveryCurveStrategy : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryCurveStrategy, AdvancesDifferentNetworksUntilAllHaveEndedAndIsDeterministic) {
  Course course;
  const auto options = search(GetParam());
  for (int round = 0;; ++round) {
    const auto networks = next_networks(course.table, options, round);
    EXPECT_EQ(next_networks(course.table, options, round), networks);
    if (networks.empty()) break;
    EXPECT_LE(networks.size(), 4u);
    EXPECT_EQ(std::set<int>(networks.begin(), networks.end()).size(), networks.size());
    course.advance(networks);
    ASSERT_LT(round, 200);
    // A complete search by a model would take a minute.
    if ((GetParam() == "gpar" || GetParam() == "final") && round == 12) break;
  }
  EXPECT_GE(course.table.best(), 0);
}

INSTANTIATE_TEST_SUITE_P(All, EveryCurveStrategy, ::testing::ValuesIn(curve_strategy_names()),
                         [](const auto& test) { return test.param; });

TEST(CurveSearch, TrainsTheFirstNetworksToTheEndInAnOrderOfTheSeed) {
  for (const std::string strategy : {"gpar", "final", "random"}) {
    Course course;
    const auto first = next_networks(course.table, search(strategy), 0);
    EXPECT_EQ(first.size(), 4u);
    EXPECT_NE(next_networks(course.table, search(strategy, 1), 0), first);
    for (int round = 0; round < 3; ++round) {
      EXPECT_EQ(next_networks(course.table, search(strategy), round), first);
      course.advance(first);
    }
    for (const int network : next_networks(course.table, search(strategy), 3))
      EXPECT_EQ(std::ranges::count(first, network), 0) << strategy;
  }
}

TEST(CurveSearch, GparDoesNotCompletePoorNetworks) {
  Course course;
  int spent = 0, round = 0;
  for (; spent < 60; ++round) {
    const auto networks = next_networks(course.table, search("gpar"), round);
    course.advance(networks);
    spent += static_cast<int>(networks.size());
  }
  double complete = 0, left = 0;
  int completes = 0, lefts = 0;
  for (int i = 0; i < 48; ++i) {
    if (course.table.complete(i)) {
      complete += course.truth(i, 2);
      ++completes;
    } else if (course.table.reached(i) > 0) {
      left += course.truth(i, 2);
      ++lefts;
    }
  }
  ASSERT_GT(completes, 4);
  ASSERT_GT(lefts, 0);
  EXPECT_GT(complete / completes, left / lefts);
  EXPECT_GT(course.truth(course.table.best(), 2), course.truth.col(2).maxCoeff() - 0.1);
}

TEST(CurveSearch, TakesEveryAcquisitionAndNumberOfSamples) {
  for (const std::string acquisition : {"ei", "pi", "ucb"})
    for (const int samples : {50, 10, 3}) {
      Course course;
      auto options = search("gpar");
      for (int round = 0; round < 3; ++round) course.advance(next_networks(course.table, options, round));
      options.acquisition = acquisition;
      options.samples = samples;
      EXPECT_EQ(next_networks(course.table, options, 1).size(), 4u);
    }
}

TEST(CurveSearch, HalvesByTheValuesAtEachCheckpoint) {
  Course course;
  auto options = search("halving");
  options.parallel = 9;
  const auto first = next_networks(course.table, options, 0);
  ASSERT_EQ(first.size(), 9u);
  course.advance(first);
  auto second = next_networks(course.table, options, 1);
  ASSERT_EQ(second.size(), 3u);
  auto ranked = first;
  std::ranges::sort(ranked, std::greater{}, [&](int i) { return course.truth(i, 0); });
  ranked.resize(3);
  EXPECT_EQ(second, ranked);
  course.advance(second);
  const auto third = next_networks(course.table, options, 2);
  ASSERT_EQ(third.size(), 1u);
  EXPECT_EQ(third[0], *std::ranges::max_element(second, {}, [&](int i) { return course.truth(i, 1); }));
  course.advance(third);
  for (const int network : next_networks(course.table, options, 3))
    EXPECT_EQ(course.table.reached(network), 0);
}

// After a bracket of nine networks, two are stopped at the second checkpoint and six at the first.
TEST(CurveSearch, AdvancesTheBestStoppedNetworksOnceNoneIsLeftToBegin) {
  for (const std::string strategy : {"halving", "hyperband"}) {
    Course course;
    course.table.X.conservativeResize(9, 2);
    course.table.Y.conservativeResize(9, 3);
    auto options = search(strategy);
    options.parallel = 9;
    for (int round = 0; round < 3; ++round) course.advance(next_networks(course.table, options, round));
    std::vector<int> ranked;
    for (const int reached : {2, 1}) {
      const auto begin = std::ssize(ranked);
      for (int network = 0; network < 9; ++network)
        if (course.table.reached(network) == reached) ranked.push_back(network);
      std::sort(ranked.begin() + begin, ranked.end(),
                [&](int a, int b) { return course.truth(a, reached - 1) > course.truth(b, reached - 1); });
    }
    ASSERT_EQ(ranked.size(), 8u);
    EXPECT_EQ(next_networks(course.table, options, 3), ranked) << strategy;
    options.parallel = 3;
    EXPECT_EQ(next_networks(course.table, options, 3), std::vector<int>(ranked.begin(), ranked.begin() + 3));
    // The bracket costs 44 / 30 trainings, and the last checkpoint 26 / 30.
    const auto within = [&](double total) {
      return next_networks(course.table, options, 3, {{1 / 30.0, 3 / 30.0, 26 / 30.0}, total});
    };
    EXPECT_TRUE(within(69 / 30.0).empty()) << "a network that the budget does not cover to the end";
    EXPECT_EQ(within(70 / 30.0), std::vector<int>{ranked[0]});
    EXPECT_EQ(within(97 / 30.0), (std::vector<int>{ranked[0], ranked[1]}));
  }
}

TEST(CurveSearch, HyperbandStartsItsBracketsAtEveryCheckpoint) {
  Course course;
  auto options = search("hyperband");
  options.parallel = 100;
  std::vector<std::size_t> sizes;
  for (int round = 0; round < 9; ++round) {
    const auto networks = next_networks(course.table, options, round);
    sizes.push_back(networks.size());
    course.advance(networks);
  }
  // Brackets of 9 networks from the first checkpoint, of 5 from the second, and of 3 to the end.
  EXPECT_EQ(sizes, (std::vector<std::size_t>{9, 3, 1, 5, 5, 1, 3, 3, 3}));
}

// Advances networks until the budget `total` is spent, as bo-nas does. Returns the cost.
double spend(Course& course, const CurveSearchOptions& options, double total) {
  const CurveBudget budget{{1 / 30.0, 3 / 30.0, 26 / 30.0}, total};
  for (int round = 0;; ++round) {
    auto networks = next_networks(course.table, options, round, budget);
    networks.resize(static_cast<std::size_t>(affordable(course.table, options, networks, budget)));
    if (networks.empty()) return budget.spent(course.table);
    course.advance(networks);
  }
}

int complete_ones(const Course& course) {
  int count = 0;
  for (int i = 0; i < course.table.X.rows(); ++i) count += course.table.complete(i) ? 1 : 0;
  return count;
}

// Four networks are advanced at a time; a budget of b trainings completes b of the four initial networks.
TEST(CurveSearch, TrainsAsManyNetworksToTheEndAsTheBudgetCovers) {
  for (const std::string strategy : {"gpar", "final", "random"})
    for (const int budget : {1, 2, 3, 4}) {
      Course course;
      EXPECT_NEAR(spend(course, search(strategy), budget), budget, 1e-9) << strategy;
      EXPECT_EQ(complete_ones(course), budget) << strategy;
    }
  Course course;
  EXPECT_LE(spend(course, search("gpar"), 4.5), 4.5 + 1e-9);
  EXPECT_GE(complete_ones(course), 4);
}

// A bracket of halving costs 9 / 30 + 3 * 3 / 30 + 26 / 30 = 1.47 trainings, the second bracket of hyperband
// 5 * 4 / 30 + 26 / 30 = 1.53.
TEST(CurveSearch, BracketsThatExceedTheBudgetHaveFewerNetworks) {
  const auto spent = [](const std::string& strategy, double budget) {
    Course course;
    const double sum = spend(course, search(strategy), budget);
    EXPECT_GE(complete_ones(course), 1) << strategy << " " << budget;
    return sum;
  };
  for (const std::string strategy : {"halving", "hyperband"}) {
    EXPECT_NEAR(spent(strategy, 1), 1, 1e-9);
    EXPECT_NEAR(spent(strategy, 1.3), 1.3, 1e-9);  // seven networks: 7 + 2 * 3 + 26
    EXPECT_NEAR(spent(strategy, 2), 44 / 30.0, 1e-9);
  }
  EXPECT_NEAR(spent("halving", 3), 88 / 30.0, 1e-9);
  EXPECT_NEAR(spent("hyperband", 3), 3, 1e-9);
}

// The network `lost` fails before its second checkpoint, the first network of the search before its first.
TEST_P(EveryCurveStrategy, ContinuesWithoutFailedNetworks) {
  Course course;
  course.table.X.conservativeResize(12, 2);
  course.table.Y.conservativeResize(12, 3);
  const auto options = search(GetParam());
  const int first = next_networks(course.table, options, 0).front();
  int lost = -1;
  for (int round = 0; round < 60; ++round) {
    auto networks = next_networks(course.table, options, round);
    if (networks.empty()) break;
    if (lost < 0 && networks.front() != first && course.table.reached(networks.front()) == 1)
      lost = networks.front();
    for (const int network : networks) {
      EXPECT_FALSE(course.table.ended(network)) << network;
      if (network == first || network == lost)
        course.table.failed.insert(network);
      else
        course.advance({network});
    }
  }
  EXPECT_TRUE(course.table.failed.contains(first));
  ASSERT_GE(lost, 0);
  EXPECT_EQ(course.table.failed.size(), 2u);
  EXPECT_GE(complete_ones(course), 2);
  EXPECT_TRUE(next_networks(course.table, options, 60).empty());
}

TEST_P(EveryCurveStrategy, EndsIfAllNetworksFail) {
  Course course;
  const auto options = search(GetParam());
  int round = 0;
  for (auto networks = next_networks(course.table, options, round); !networks.empty() && round < 60;
       networks = next_networks(course.table, options, ++round))
    course.table.failed.insert(networks.begin(), networks.end());
  EXPECT_EQ(course.table.failed.size(), 48u);
  EXPECT_LT(round, 60);
  EXPECT_EQ(course.table.best(), -1);
}

TEST(CurveBudget, CountsTheCheckpointsThatNetworksFailedBefore) {
  Course course;
  const CurveBudget budget{{0.1, 0.2, 0.7}, 2};
  course.advance({3, 5});
  course.table.failed = {5, 6};
  EXPECT_NEAR(budget.spent(course.table), 0.1 + 0.3 + 0.1, 1e-12);
  // The two failed networks cost nothing more; completing network 3 costs 0.9 of the remaining 1.5.
  EXPECT_EQ(affordable(course.table, search("random"), {5, 6, 3, 7}, budget), 3);
}

TEST(HeldOutCurves, AreBetterPredictedByGparGivenEarlierValues) {
  Course course;
  course.table.Y.topRows(24) = course.truth.topRows(24);
  const auto curves = held_out_curves(course.table, search("gpar"), 4);
  ASSERT_EQ(curves.size(), 24u);
  std::set<int> networks;
  std::vector<double> gains;
  for (const auto& curve : curves) {
    networks.insert(curve.network);
    gains.push_back(curve.begun - curve.independent);
  }
  EXPECT_EQ(networks.size(), 24u);
  const auto gain = mean_interval(gains);
  EXPECT_GT(gain.mean, 0);
  EXPECT_GT(gain.half_width, 0);
  course.table.Y.setConstant(kNone);
  testing::expect_input_error([&] { held_out_curves(course.table, search("gpar"), 4); },
                              "0 networks are trained to the end, expected at least 4");
}

TEST(MeanInterval, IsStudentsInterval) {
  const auto three = mean_interval({1, 2, 3});
  EXPECT_DOUBLE_EQ(three.mean, 2);
  EXPECT_NEAR(three.half_width, 4.302653 / std::sqrt(3.0), 1e-5);
  testing::expect_input_error([] { mean_interval({1}); }, "1 values, expected at least 2");
}

TEST(CurveSearch, NamesInvalidOptions) {
  const auto with = [](auto change) {
    auto options = search("gpar");
    change(options);
    options.check();
  };
  testing::expect_input_error([&] { with([](auto& o) { o.strategy = "gpa"; }); }, "strategy", "gpar?");
  testing::expect_input_error([&] { with([](auto& o) { o.acquisition = "log_ei"; }); }, "acquisition");
  testing::expect_input_error([&] { with([](auto& o) { o.samples = 1; }); }, "samples", "at least 2");
  testing::expect_input_error([&] { with([](auto& o) { o.parallel = 0; }); }, "parallel");
  testing::expect_input_error([&] { with([](auto& o) { o.kappa = -1; }); }, "kappa");
}

}  // namespace
}  // namespace bora::nas
