#include "surrogates/acquisition/mixture_entropy.h"

#include <cmath>
#include <sstream>

#include <gtest/gtest.h>

#include "common/error.h"
#include "common/random.h"
#include "support/compared_entropies.h"
#include "support/gradient_check.h"
#include "surrogates/support/golden.h"
#include "surrogates/support/random_matrices.h"

namespace bora::surrogates {
namespace {

using Eigen::VectorXd;

VectorXd numbers(const std::string& text) {
  std::istringstream in(text);
  std::vector<double> values;
  for (double value; in >> value;) values.push_back(value);
  return Eigen::Map<const VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

// Returns a mixture as in FITBO: M components of different widths with similar means.
NormalMixture drawn(int M, Rng& rng) {
  NormalMixture mixture{testing::normal_vector(M, rng), VectorXd(M)};
  for (double& variance : mixture.variance) variance = std::exp(rng.normal() - 1);
  return mixture;
}

TEST(MixtureEntropy, QuadratureIsExact) {
  for (const auto& row : testing::golden_rows("mixture_entropy.csv")) {
    const NormalMixture mixture{numbers(row[1]), numbers(row[2])};
    const double exact = std::stod(row[3]);
    EXPECT_NEAR(entropy_by_quadrature(mixture, false, 1e-10).value, exact, 2e-8) << row[0];
    EXPECT_NEAR(entropy_by_quadrature(mixture, false).value, exact, 1e-4) << row[0];
    // They are upper bounds, except for the mass outside the interval.
    EXPECT_GT(entropy_by_moment_matching(mixture, false).value, exact - 1e-12) << row[0];
    EXPECT_GT(entropy_by_maximum_entropy(mixture, false).value, exact - 1e-3) << row[0];
  }
}

// The entropy is known for a normal distribution, and for components that do not overlap.
TEST(MixtureEntropy, ClosedFormsWhereThereAreSome) {
  const NormalMixture one{VectorXd::Constant(1, 3), VectorXd::Constant(1, 0.2)};
  const double entropy = 0.5 * std::log(2 * M_PI * std::exp(1) * 0.2);
  EXPECT_NEAR(entropy_by_moment_matching(one, false).value, entropy, 1e-12);
  EXPECT_NEAR(entropy_by_taylor(one), entropy, 1e-12);
  EXPECT_NEAR(entropy_by_maximum_entropy(one, false).value, entropy, 1e-4);
  Rng rng(1);
  EXPECT_NEAR(entropy_by_monte_carlo(one, 20000, rng), entropy, 0.02);
  const NormalMixture far{Eigen::Vector3d(-1e4, 0, 1e4), Eigen::Vector3d::Constant(0.2)};
  EXPECT_NEAR(entropy_by_quadrature(far, false).value, entropy + std::log(3.0), 1e-4);
}

TEST(MixtureEntropy, SlopesAreThoseOfTheValues) {
  Rng rng(5);
  for (int repeat = 0; repeat < 4; ++repeat) {
    const NormalMixture mixture = drawn(5, rng);
    using Method = std::function<MixtureEntropy(const NormalMixture&, bool)>;
    const std::vector<Method> methods{
        [](const NormalMixture& of, bool slopes) { return entropy_by_quadrature(of, slopes, 1e-11); },
        [](const NormalMixture& of, bool slopes) { return entropy_by_moment_matching(of, slopes); },
        [](const NormalMixture& of, bool slopes) { return entropy_by_maximum_entropy(of, slopes); },
        [](const NormalMixture& of, bool slopes) { return entropy_by_maximum_entropy(of, slopes, 3); }};
    for (std::size_t k = 0; k < methods.size(); ++k) {
      const MixtureEntropy at = methods[k](mixture, true);
      EXPECT_NEAR(at.value, methods[k](mixture, false).value, 1e-12);
      const auto by_mean = [&](const VectorXd& m) { return methods[k]({m, mixture.variance}, false).value; };
      const auto by_variance = [&](const VectorXd& v) { return methods[k]({mixture.mean, v}, false).value; };
      EXPECT_LT(check_gradient(by_mean, mixture.mean, at.mean_slope, 1e-3).worst, 1e-5) << k;
      EXPECT_LT(check_gradient(by_variance, mixture.variance, at.variance_slope, 1e-3).worst, 1e-5) << k;
    }
  }
}

// MEMe with 30 and with 10 Legendre moments and moment matching have errors in the order of table A.1.
TEST(MixtureEntropy, MoreMomentsComeNearer) {
  Rng rng(7);
  double by_30 = 0, by_10 = 0, matched = 0, quadrature = 0;
  for (int repeat = 0; repeat < 20; ++repeat) {
    const NormalMixture mixture = drawn(40, rng);
    const double exact = entropy_by_quadrature(mixture, false, 1e-11).value;
    const auto miss = [&](const MixtureEntropy& entropy) { return std::abs(entropy.value - exact) / 20; };
    quadrature += miss(entropy_by_quadrature(mixture, false));
    by_30 += miss(entropy_by_maximum_entropy(mixture, false, 30));
    by_10 += miss(entropy_by_maximum_entropy(mixture, false, 10));
    matched += miss(entropy_by_moment_matching(mixture, false));
  }
  EXPECT_LT(quadrature, 1e-4);
  EXPECT_LT(quadrature, by_30);
  EXPECT_LT(by_30, 0.7 * by_10);
  EXPECT_LT(by_10, 0.7 * matched);
}

TEST(MixtureEntropy, RefusesMomentsItHasNoGridFor) {
  const NormalMixture one{VectorXd::Zero(1), VectorXd::Ones(1)};
  EXPECT_THROW(entropy_by_maximum_entropy(one, false, 0), InputError);
  EXPECT_THROW(entropy_by_maximum_entropy(one, false, 31), InputError);
}

}  // namespace
}  // namespace bora::surrogates
