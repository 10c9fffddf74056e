#include "surrogates/search/mixed/number_search.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace bora::surrogates::number_search_test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// A paraboloid over all coordinates, largest at `top`; its values do not tell categories apart if these are
/// 0 in `weights`.
class Paraboloid final : public PointAcquisition {
 public:
  Paraboloid(VectorXd top, VectorXd weights) : top_(std::move(top)), weights_(std::move(weights)) {}
  VectorXd values(const MatrixXd& Z) const override {
    return -((Z.rowwise() - top_.transpose()).array().square().matrix() * weights_);
  }
  bool smooth() const override { return true; }
  double value(const VectorXd& z, VectorXd& gradient) const override {
    gradient = -2 * weights_.cwiseProduct(z - top_);
    return values(z.transpose())[0];
  }

 private:
  VectorXd top_, weights_;
};

// Two categories, a whole number in [0, 10] and a real one in [0, 1], with x / 10 + y <= 1.
MixedSpace triangle() {
  MixedSpaceRules rules;
  rules.whole = {true, false};
  rules.allows = [](const VectorXd& point) { return point[2] / 10 + point[3] <= 1; };
  rules.violation = [](const VectorXd& point) { return std::max(0.0, point[2] / 10 + point[3] - 1); };
  return {{2, 3}, Eigen::Vector2d(0, 0), Eigen::Vector2d(10, 1), rules};
}

// The top, at x = 3.2 and y = 0.92, is not allowed. The best whole x is 3, for which y is at most 0.7.
TEST(NumberSearch, EndsAtTheBestAllowedPointOfTheGivenCategories) {
  const MixedSpace space = triangle();
  const Paraboloid score(Eigen::Vector4d(0, 0, 0.32, 0.92), Eigen::Vector4d(0, 0, 1, 0.02));
  for (const bool with_good : {false, true}) {
    std::vector<VectorXd> good;
    if (with_good) good.emplace_back(Eigen::Vector4d(0, 0, 0.1, 0.2));
    Rng rng(1);
    const VectorXd found = search_numbers(space, score, Eigen::Vector4d(1, 2, 0.9, 0.9), good, rng);
    EXPECT_EQ(found.head(2), Eigen::Vector2d(1, 2));
    EXPECT_NEAR(found[2], 0.3, 1e-12) << "whole, in units";
    EXPECT_NEAR(found[3], 0.7, 1e-6);
    EXPECT_TRUE(space.allows_unit(found));
  }
}

// Another category would be better, and is not taken.
TEST(NumberSearch, KeepsTheCategories) {
  const MixedSpace space = triangle();
  const Paraboloid score(Eigen::Vector4d(0, 0, 0.2, 0.25), Eigen::Vector4d::Ones());
  Rng rng(1);
  const VectorXd found = search_numbers(space, score, Eigen::Vector4d(1, 2, 0, 0), {}, rng);
  EXPECT_EQ(found.head(2), Eigen::Vector2d(1, 2));
  EXPECT_NEAR(found[2], 0.2, 1e-12);
  EXPECT_NEAR(found[3], 0.25, 1e-5);
}

// If the whole number is below 5, the category is inactive and 0.
TEST(NumberSearch, GivesACategoryThatMeansNothingItsFixedValue) {
  MixedSpaceRules rules;
  rules.whole = {true};
  rules.settle = [](VectorXd& point) {
    if (point[1] < 5) point[0] = 0;
  };
  const MixedSpace space({3}, VectorXd::Zero(1), VectorXd::Constant(1, 10), rules);
  const auto found = [&](double top) {
    Rng rng(1);
    const Paraboloid score(Eigen::Vector2d(0, top), Eigen::Vector2d(0, 1));
    return search_numbers(space, score, Eigen::Vector2d(2, 0.9), {}, rng);
  };
  EXPECT_LT((found(0.8) - Eigen::Vector2d(2, 0.8)).norm(), 1e-12);
  EXPECT_LT((found(0.2) - Eigen::Vector2d(0, 0.2)).norm(), 1e-12);
}

TEST(NumberSearch, DrawsNearTheFiveBest) {
  const MixedSpace space({}, VectorXd::Constant(1, 10), VectorXd::Constant(1, 20));
  std::vector<VectorXd> points;
  std::vector<double> values;
  for (int i = 0; i < 7; ++i) {
    points.push_back(VectorXd::Constant(1, 10 + i));
    values.push_back(i % 2 == 0 ? i : -i);
  }
  std::vector<double> units;
  for (const VectorXd& unit : best_in_units(space, points, values)) units.push_back(unit[0]);
  EXPECT_EQ(units, (std::vector<double>{0.6, 0.4, 0.2, 0, 0.1}));
}

TEST(NumbersAcquisition, LooksAtNumbersAlone) {
  const auto of_numbers = std::make_shared<Paraboloid>(Eigen::Vector2d(0.5, 0.25), Eigen::Vector2d(1, 2));
  const NumbersAcquisition score(of_numbers, 2);
  VectorXd gradient;
  EXPECT_EQ(score.value(Eigen::Vector4d(7, 3, 0.25, 0.5), gradient), -0.1875);
  EXPECT_EQ(gradient, Eigen::Vector4d(0, 0, 0.5, -1));
  MatrixXd Z(1, 4);
  Z << 7, 3, 0.25, 0.5;
  EXPECT_EQ(score.values(Z)[0], -0.1875);
  EXPECT_TRUE(score.smooth());
  EXPECT_FALSE(score.logarithmic());
}

}  // namespace
}  // namespace bora::surrogates::number_search_test
