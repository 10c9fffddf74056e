#include "surrogates/space/mixed_space.h"

#include <array>
#include <cmath>
#include <limits>
#include <set>

#include <gtest/gtest.h>

#include "common/error.h"

namespace bora::surrogates {
namespace {

MixedSpace space() {
  return {{3, 5}, Eigen::Vector2d(-1, 10), Eigen::Vector2d(1, 30)};
}

TEST(MixedSpace, SamplesEverythingInIt) {
  const MixedSpace mixed = space();
  Rng rng(1);
  std::set<std::pair<double, double>> categories;
  for (int i = 0; i < 1000; ++i) {
    const Eigen::VectorXd point = mixed.sample(rng);
    EXPECT_NO_THROW(mixed.check(point));
    categories.insert({point[0], point[1]});
  }
  EXPECT_EQ(categories.size(), 15u);
}

TEST(MixedSpace, NeighboursDifferInOneVariable) {
  const MixedSpace mixed = space();
  Rng rng(2);
  for (const Eigen::VectorXd& point : {mixed.sample(rng), Eigen::VectorXd(Eigen::Vector4d(2, 0, -1, 30))}) {
    std::set<int> changed;
    for (const Eigen::VectorXd& neighbour : mixed.neighbours(point, 200, rng)) {
      EXPECT_NO_THROW(mixed.check(neighbour));
      int differences = 0;
      for (int i = 0; i < 4; ++i)
        if (neighbour[i] != point[i]) {
          ++differences;
          changed.insert(i);
        }
      EXPECT_EQ(differences, 1);
    }
    EXPECT_EQ(changed.size(), 4u);
  }
}

TEST(MixedSpace, KeysTellPointsApart) {
  const MixedSpace mixed = space();
  const Eigen::VectorXd point = Eigen::Vector4d(1, 4, 0.1, 20);
  Eigen::VectorXd other = point;
  EXPECT_EQ(mixed.key(point), "1 4 0.1 20");
  other[2] = std::nextafter(0.1, 1);
  EXPECT_NE(mixed.key(other), mixed.key(point));
  EXPECT_EQ(mixed.key(Eigen::Vector4d(0, -0.0, -0.0, 10)), mixed.key(Eigen::Vector4d(0, 0, 0.0, 10)));
}

TEST(MixedSpace, UnitsGoThereAndBack) {
  const MixedSpace mixed = space();
  const Eigen::VectorXd point = Eigen::Vector4d(2, 3, 0.5, 15);
  EXPECT_EQ(mixed.to_unit(point), Eigen::VectorXd(Eigen::Vector4d(2, 3, 0.75, 0.25)));
  EXPECT_EQ(mixed.from_unit(mixed.to_unit(point)), point);
  const Bounds box = mixed.unit_box(point);
  EXPECT_EQ(box.lower, Eigen::VectorXd(Eigen::Vector4d(2, 3, 0, 0)));
  EXPECT_EQ(box.upper, Eigen::VectorXd(Eigen::Vector4d(2, 3, 1, 1)));
}

TEST(MixedSpace, OneHotIsOneWhereTheCategoryIs) {
  const MixedSpace space({3, 2}, Eigen::VectorXd::Constant(1, -1), Eigen::VectorXd::Constant(1, 3));
  Eigen::VectorXd expected(6);
  expected << 0, 0, 1, 1, 0, 0.25;
  EXPECT_EQ(space.to_one_hot(Eigen::Vector3d(2, 0, 0)), expected);
}

TEST(MixedSpace, RefusesWhatIsNotInIt) {
  const MixedSpace mixed = space();
  const auto message = [&](Eigen::VectorXd point) -> std::string {
    try {
      mixed.check(point);
    } catch (const InputError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(message(Eigen::Vector4d(3, 0, 0, 20)), "point: categorical variable 0 is 3, expected 0 to 2");
  EXPECT_EQ(message(Eigen::Vector4d(0, 1.5, 0, 20)), "point: categorical variable 1 is 1.5, expected 0 to 4");
  EXPECT_EQ(message(Eigen::Vector4d(0, 1, 0, 31)), "point: number 1 is 31, expected within [10, 30]");
  EXPECT_EQ(message(Eigen::Vector4d(0, 1, std::nan(""), 20)),
            "point: number 0 is nan, expected within [-1, 1]");
  EXPECT_EQ(message(Eigen::Vector3d(0, 1, 0)), "point: 3 coordinates, expected 4");
  EXPECT_THROW(MixedSpace({}, {}, {}), InputError);
  EXPECT_THROW(MixedSpace({1}, {}, {}), InputError);
  EXPECT_THROW(MixedSpace({}, Eigen::Vector2d(0, 0), Eigen::Vector2d(1, 0)), InputError);
  EXPECT_THROW(MixedSpace({}, Eigen::Vector2d(0, 0), Eigen::VectorXd::Ones(1)), InputError);
}

// Number 0 is inactive in category 0 of the first variable, number 1 is whole, and their sum is bounded.
MixedSpace ruled() {
  MixedSpaceRules rules;
  rules.whole = {false, true};
  rules.settle = [](Eigen::VectorXd& point) {
    if (point[0] == 0) point[1] = 0.5;
  };
  rules.allows = [](const Eigen::VectorXd& point) { return point[1] + point[2] <= 4; };
  return {{2}, Eigen::Vector2d(0, 1), Eigen::Vector2d(1, 5), rules};
}

TEST(MixedSpaceRules, HoldOfAllThatIsDrawn) {
  const MixedSpace space = ruled();
  Rng rng(1);
  std::array<int, 6> seen{};
  for (int i = 0; i < 2000; ++i) {
    const Eigen::VectorXd point = space.sample(rng);
    EXPECT_NO_THROW(space.check(point));
    ++seen[static_cast<std::size_t>(point[2])];
    for (const Eigen::VectorXd& neighbour : space.neighbours(point, 5, rng)) {
      EXPECT_NO_THROW(space.check(neighbour));
      EXPECT_NE(neighbour, point);
    }
  }
  EXPECT_EQ(seen[5], 0);
  EXPECT_NEAR(seen[1], seen[3], 150) << "whole numbers have the same odds at the ends of their range";
}

TEST(MixedSpaceRules, SettleOnceAndForAll) {
  const MixedSpace space = ruled();
  const Eigen::VectorXd settled = space.settled(Eigen::Vector3d(0, 0.9, 2.4));
  EXPECT_EQ(settled, Eigen::Vector3d(0, 0.5, 2));
  EXPECT_EQ(space.settled(settled), settled);
  Rng rng(2);
  for (int i = 0; i < 200; ++i) {
    const Eigen::Vector3d unit(rng.index(2), rng.uniform(), rng.uniform());
    const Eigen::VectorXd once = space.settled_unit(unit);
    EXPECT_EQ(space.settled_unit(once), once);
    if (unit[0] == 1) {
      EXPECT_EQ(once[1], unit[1]) << "what is not changed keeps its digits";
    }
  }
  EXPECT_TRUE(space.ruled());
  EXPECT_TRUE(space.allows_unit(Eigen::Vector3d(1, 0, 0.75)));
  EXPECT_FALSE(space.allows_unit(Eigen::Vector3d(1, 0.1, 0.75)));
}

TEST(MixedSpaceRules, KeepDigitsOfWhatTheyLeave) {
  MixedSpaceRules rules;
  rules.whole = {false, true};
  const MixedSpace space({}, Eigen::Vector2d(-3.1, 0), Eigen::Vector2d(7.3, 9), rules);
  Rng rng(4);
  for (int i = 0; i < 200; ++i) {
    const Eigen::Vector2d unit(rng.uniform(), rng.uniform());
    EXPECT_EQ(space.settled_unit(unit)[0], unit[0]);
  }
}

TEST(MixedSpace, MeasuresDistancesInSharesOfRanges) {
  MixedSpaceRules rules;
  rules.whole = {false, true, false};
  const MixedSpace space({2}, Eigen::Vector3d(0, 0, -5), Eigen::Vector3d(10, 9, 5), rules);
  const Eigen::Vector4d point(1, 2, 3, 0);
  EXPECT_EQ(space.distance(point, point), 0);
  EXPECT_DOUBLE_EQ(space.distance(point, Eigen::Vector4d(1, 3, 3, 2)), 0.2);
  constexpr double kElsewhere = std::numeric_limits<double>::infinity();
  EXPECT_EQ(space.distance(point, Eigen::Vector4d(0, 2, 3, 0)), kElsewhere);
  EXPECT_EQ(space.distance(point, Eigen::Vector4d(1, 2, 4, 0)), kElsewhere);
  const MixedSpace categories({2, 3}, {}, {});
  EXPECT_EQ(categories.distance(Eigen::Vector2d(0, 1), Eigen::Vector2d(0, 1)), kElsewhere);

  Rng rng(3);
  for (int i = 0; i < 100; ++i) {
    Eigen::VectorXd at = point;
    if (i % 2 == 0) at[1] = 10;  // at a bound
    const Eigen::VectorXd moved = space.moved(at, 0.01, rng);
    EXPECT_NO_THROW(space.check(moved));
    EXPECT_NEAR(space.distance(at, moved), 0.01, 1e-12);
  }
}

// The number, whose exponential is 1 to 4, is active in category 1 only; elsewhere its exponential is 2.
TEST(MixedSpaceRules, TellWhichVariablesMeanSomething) {
  MixedSpaceRules rules;
  rules.log_whole = {true};
  rules.settle = [](Eigen::VectorXd& point) {
    if (point[0] != 1) point[1] = std::log(2.0);
  };
  const MixedSpace mixed({2}, Eigen::VectorXd::Constant(1, std::log(0.5)),
                         Eigen::VectorXd::Constant(1, std::log(4.5)), rules);
  for (const double whole : {1.0, 2.0, 3.0, 4.0}) {
    const Eigen::VectorXd point = Eigen::Vector2d(1, std::log(whole));
    EXPECT_TRUE(mixed.active(point, 0));
    EXPECT_TRUE(mixed.active(point, 1)) << whole;
  }
  EXPECT_TRUE(mixed.active(Eigen::Vector2d(0, std::log(2.0)), 0));
  EXPECT_FALSE(mixed.active(Eigen::Vector2d(0, std::log(2.0)), 1));
  EXPECT_TRUE(space().active(Eigen::Vector4d(0, 0, -1, 10), 2)) << "without rules";
}

TEST(MixedSpaceRules, DrawWholeNumbersAtTheEndsAsOftenAsOthers) {
  MixedSpaceRules rules;
  rules.whole = {true, false};
  const MixedSpace space({}, Eigen::Vector2d(1, 1), Eigen::Vector2d(4, 4), rules);
  Rng rng(1);
  constexpr int kDraws = 4000;
  Eigen::Vector4d count = Eigen::Vector4d::Zero(), of_low = count;
  for (int i = 0; i < kDraws; ++i) {
    const double real = space.draw_unit(1, rng, 0.2, 0.4);
    ASSERT_TRUE(real >= 0.2 && real <= 0.4);
    ++count[space.from_unit(Eigen::Vector2d(space.draw_unit(0, rng), real))[0] - 1];
    ++of_low[space.from_unit(Eigen::Vector2d(space.draw_unit(0, rng, 0, 0.5), real))[0] - 1];
  }
  EXPECT_LT((count.array() - kDraws / 4.0).abs().maxCoeff(), 120) << count.transpose();
  EXPECT_LT((of_low - Eigen::Vector4d(kDraws / 2.0, kDraws / 2.0, 0, 0)).cwiseAbs().maxCoeff(), 140)
      << of_low.transpose();
}

TEST(MixedSpaceRules, AreCheckedPointByPoint) {
  const MixedSpace space = ruled();
  EXPECT_NO_THROW(space.check(Eigen::Vector3d(1, 0.25, 3)));
  EXPECT_THROW(space.check(Eigen::Vector3d(1, 0.25, 2.5)), InputError) << "not whole";
  EXPECT_THROW(space.check(Eigen::Vector3d(0, 0.25, 3)), InputError) << "not settled";
  EXPECT_THROW(space.check(Eigen::Vector3d(1, 0.25, 4)), InputError) << "not allowed";
}

TEST(MixedSpaceRules, RefuseWhatCannotBe) {
  MixedSpaceRules rules;
  rules.whole = {true};
  EXPECT_THROW(MixedSpace({}, Eigen::Vector2d(0, 0), Eigen::Vector2d(1, 1), rules), InputError);
  rules.whole = {true, false};
  EXPECT_THROW(MixedSpace({}, Eigen::Vector2d(0.5, 0), Eigen::Vector2d(1, 1), rules), InputError);
  rules.whole.clear();
  rules.allows = [](const Eigen::VectorXd&) { return false; };
  Rng rng(1);
  EXPECT_THROW(MixedSpace({2}, {}, {}, rules).sample(rng), InputError);
}

}  // namespace
}  // namespace bora::surrogates
