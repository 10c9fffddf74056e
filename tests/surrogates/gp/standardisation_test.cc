#include "surrogates/gp/standardisation.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "common/random.h"
#include "surrogates/support/random_matrices.h"

namespace bora::surrogates {
namespace {

using Eigen::VectorXd;

TEST(Standardisation, GivesMeanZeroAndVarianceOne) {
  Rng rng(1);
  const VectorXd y = 3 + 2 * testing::normal_vector(50, rng).array();
  const VectorXd z = Standardisation::of(y).apply(y);
  EXPECT_NEAR(z.mean(), 0, 1e-14);
  EXPECT_NEAR(z.squaredNorm() / 50, 1, 1e-14);
}

// Units are powers of 2, which do not change rounding.
TEST(Standardisation, IsTheSameInEveryUnit) {
  Rng rng(2);
  const VectorXd y = testing::normal_vector(20, rng);
  const VectorXd z = Standardisation::of(y).apply(y);
  for (const int exponent : {-1000, -900, -500, -66, 66, 500, 1000, 1021}) {
    const double unit = std::ldexp(1.0, exponent);
    const Standardisation scale = Standardisation::of(unit * y);
    EXPECT_EQ(scale.apply(unit * y), z) << exponent;
    EXPECT_EQ(scale.deviation / unit, Standardisation::of(y).deviation) << exponent;
  }
}

TEST(Standardisation, TakesValuesWhoseDifferenceOverflows) {
  const VectorXd y = 1.7e308 * Eigen::Vector4d(1, -1, -1, -1);
  const VectorXd z = Standardisation::of(y).apply(y);
  EXPECT_NEAR(z[0], std::sqrt(3.0), 1e-14);
  EXPECT_NEAR(z[1], -1 / std::sqrt(3.0), 1e-14);
}

// One of the values is larger than the others by one rounding error.
TEST(Standardisation, TakesRoundingErrorsForNoDifference) {
  for (const double value : {0.3, 1e20, -1e300, 1e-300, 5e-324, 0.0}) {
    VectorXd y = VectorXd::Constant(7, value);
    y[3] = std::nextafter(value, std::numeric_limits<double>::infinity());
    const Standardisation scale = Standardisation::of(y);
    EXPECT_EQ(scale.deviation, 1) << value;
    EXPECT_EQ(scale.apply(y), VectorXd::Zero(7)) << value;
  }
  const Standardisation scale = Standardisation::of(VectorXd::Constant(3, 5));
  EXPECT_EQ(scale.apply(6.5), 1.5) << "a value that is really different";
}

}  // namespace
}  // namespace bora::surrogates
