#include "surrogates/pending/local_penalty.h"

#include <cmath>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "common/error.h"
#include "support/gradient_check.h"

namespace bora::surrogates {
namespace {

using Eigen::VectorXd;

const Eigen::Vector3d kCentre(0.2, 0.5, 0.7);
constexpr double kGap = 0.8, kDeviation = 0.3, kSlope = 4;
constexpr double kRadius = 0.3;

double at_distance(const LocalPenalty& penalty, double distance) {
  const Eigen::Vector3d away = Eigen::Vector3d(1, -2, 2) / 3;
  return penalty.values((kCentre + distance * away).transpose())[0];
}

// Evaluates the published definitions, which are accurate in double precision for moderate values.
TEST(LocalPenalty, IsTheLogarithmOfThePrintedFactor) {
  const SoftLocalPenalty soft(kCentre, 0, kGap, kDeviation, kSlope);
  const HardLocalPenalty hard(kCentre, 0, kRadius);
  const HardLocalPenalty gentle(kCentre, 0, kRadius, -2);
  for (const double distance : {0.05, 0.1, 0.2, 0.29, 0.3, 0.31, 0.6}) {
    const double z = (kSlope * distance - kGap) / kDeviation;
    EXPECT_NEAR(at_distance(soft, distance), std::log(0.5 * std::erfc(-z / std::sqrt(2.0))), 1e-9);
    const double u = distance / kRadius;
    EXPECT_NEAR(at_distance(hard, distance), std::log(std::pow(std::pow(u, -5) + 1, -0.2)), 1e-12);
    EXPECT_NEAR(at_distance(gentle, distance), std::log(std::pow(std::pow(u, -2) + 1, -0.5)), 1e-12);
  }
}

TEST(LocalPenalty, GradientsAreThoseOfTheValues) {
  std::vector<std::unique_ptr<LocalPenalty>> penalties;
  penalties.push_back(std::make_unique<SoftLocalPenalty>(kCentre, 0, kGap, kDeviation, kSlope));
  penalties.push_back(std::make_unique<HardLocalPenalty>(kCentre, 0, kRadius));
  penalties.push_back(std::make_unique<HardLocalPenalty>(kCentre, 0, kRadius, -1.5));
  // The first coordinate a category.
  penalties.push_back(std::make_unique<SoftLocalPenalty>(kCentre, 1, kGap, kDeviation, kSlope));
  penalties.push_back(std::make_unique<HardLocalPenalty>(kCentre, 1, kRadius));
  for (std::size_t k = 0; k < penalties.size(); ++k) {
    const LocalPenalty& penalty = *penalties[k];
    EXPECT_TRUE(penalty.smooth() && penalty.logarithmic());
    const auto value = [&](const VectorXd& numbers) {
      VectorXd z(3);
      z << kCentre[0], numbers;
      return penalty.values(z.transpose())[0];
    };
    for (const double distance : {0.02, 0.1, 0.25, 0.3, 0.5, 2.0}) {
      const Eigen::Vector2d there = kCentre.tail(2) + distance * Eigen::Vector2d(0.6, -0.8);
      Eigen::Vector3d z;
      z << kCentre[0], there;
      VectorXd gradient;
      EXPECT_DOUBLE_EQ(penalty.value(z, gradient), value(there));
      EXPECT_EQ(gradient[0], 0);
      EXPECT_LT(check_gradient(value, there, gradient.tail(2), 1e-4).worst, 1e-6) << k << " at " << distance;
      EXPECT_GE(gradient.dot(z - kCentre), 0) << "less penalised further away";
    }
  }
}

// At the pending point, the soft penalty is Phi(-gap / deviation), and the hard one is nearly 0.
TEST(LocalPenalty, OnlyTheHardOneForbidsThePointItself) {
  VectorXd gradient;
  const SoftLocalPenalty soft(kCentre, 0, kGap, kDeviation, kSlope);
  EXPECT_NEAR(soft.value(kCentre, gradient), std::log(0.5 * std::erfc(kGap / kDeviation / std::sqrt(2.0))),
              1e-9);
  EXPECT_EQ(gradient, VectorXd::Zero(3));
  const HardLocalPenalty hard(kCentre, 0, kRadius);
  EXPECT_LT(hard.value(kCentre, gradient), -200);
  EXPECT_EQ(gradient, VectorXd::Zero(3));
}

TEST(LocalPenalty, StaysFiniteWhereverItIsAsked) {
  for (const double radius : {0.0, 1e-300, 1e-9, 1.0, 1e9})
    for (const double distance : {0.0, 1e-300, 1e-12, 1.0, 1e12}) {
      const HardLocalPenalty hard(kCentre, 0, radius);
      const SoftLocalPenalty soft(kCentre, 0, radius, 1e-12, 1e3);
      const VectorXd z = kCentre + distance * Eigen::Vector3d::UnitX();
      for (const LocalPenalty* penalty :
           {static_cast<const LocalPenalty*>(&hard), static_cast<const LocalPenalty*>(&soft)}) {
        VectorXd gradient;
        const double value = penalty->value(z, gradient);
        EXPECT_TRUE(std::isfinite(value) && gradient.allFinite()) << radius << ' ' << distance;
        EXPECT_LE(value, 0);
      }
    }
}

TEST(LocalPenalty, TendsToTheClippedCone) {
  const HardLocalPenalty sharp(kCentre, 0, kRadius, -300);
  EXPECT_NEAR(std::exp(at_distance(sharp, 0.1)), 0.1 / kRadius, 1e-9);
  EXPECT_NEAR(std::exp(at_distance(sharp, 0.29)), 0.29 / kRadius, 1e-3);
  EXPECT_NEAR(std::exp(at_distance(sharp, 0.31)), 1, 1e-3);
}

TEST(LocalPenalty, LeavesOtherCategoriesAlone) {
  const Eigen::Vector3d centre(2, 0.5, 0.7);
  const HardLocalPenalty hard(centre, 1, kRadius);
  VectorXd gradient;
  EXPECT_EQ(hard.value(Eigen::Vector3d(1, 0.5, 0.7), gradient), 0);
  EXPECT_EQ(gradient, VectorXd::Zero(3));
  Eigen::MatrixXd Z(2, 3);
  Z << 1, 0.5, 0.71, 2, 0.5, 0.71;
  EXPECT_EQ(hard.values(Z)[0], 0);
  EXPECT_LT(hard.values(Z)[1], -1);
}

TEST(LocalPenalty, RefusesWhatIsNone) {
  EXPECT_THROW(HardLocalPenalty(kCentre, 3, kRadius), InputError);
  EXPECT_THROW(HardLocalPenalty(kCentre, 0, -1), InputError);
  EXPECT_THROW(HardLocalPenalty(kCentre, 0, std::nan("")), InputError);
  EXPECT_THROW(HardLocalPenalty(kCentre, 0, 1, 0), InputError);
}

}  // namespace
}  // namespace bora::surrogates
