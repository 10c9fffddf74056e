#include "surrogates/search/mixed/mixed_kernel.h"

#include <cmath>

#include <gtest/gtest.h>

#include "surrogates/gp/gaussian_process.h"
#include "surrogates/gp/process_model.h"
#include "surrogates/support/random_matrices.h"

namespace bora::surrogates {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

MixedSpace numbers(int d) {
  return {{}, VectorXd::Zero(d), VectorXd::Ones(d)};
}

TEST(DefaultKernel, SumsOverFewNumbersAlone) {
  for (const int d : {3, 6, 20}) EXPECT_TRUE(sums_over_numbers(numbers(d))) << d;
  for (const int d : {1, 2, 21, 50}) EXPECT_FALSE(sums_over_numbers(numbers(d))) << d;
  EXPECT_FALSE(sums_over_numbers({{3}, VectorXd::Zero(2), VectorXd::Ones(2)}));
  EXPECT_FALSE(sums_over_numbers({{3, 2}, VectorXd(0), VectorXd(0)}));
}

TEST(DefaultKernel, HasAPriorForEachHyperparameterAndTheNoise) {
  for (const int d : {1, 3, 20, 21}) {
    const KernelAndPriors made = make_default_kernel(numbers(d));
    ASSERT_EQ(made.priors.size(), static_cast<std::size_t>(made.kernel->hyperparameter_count()) + 1) << d;
    const auto names = made.kernel->hyperparameter_names();
    for (std::size_t i = 0; i < names.size(); ++i)
      EXPECT_EQ(made.priors[i] != nullptr, names[i].find("lengthscale") != std::string::npos) << names[i];
    EXPECT_EQ(made.priors.back(), nullptr);
  }
}

// Local penalisation uses these length-scales.
TEST(DefaultKernel, HasTheLengthscalesOfWholePointsLast) {
  const auto kernel = make_default_kernel(numbers(3)).kernel;
  VectorXd values = kernel->hyperparameters();
  values.tail(3).setConstant(std::log(1e-3));
  kernel->set_hyperparameters(values);
  MatrixXd X(2, 3);
  X << 0.2, 0.3, 0.4, 0.2, 0.3, 0.5;
  // The kernel of whole points is 0 here; two of three terms of the sum remain, for the equal numbers.
  const double of_sum = std::exp(values[0]);
  EXPECT_GT(kernel->gram(X)(0, 1), 2 * of_sum / 3);
  EXPECT_LT(kernel->gram(X)(0, 1), of_sum);
}

// Returns the root mean square error at 200 points of predictions from 60, in deviations of the function.
double error_of(const KernelAndPriors& made, int d) {
  Rng rng(3);
  const auto drawn = [&](int n) {
    MatrixXd X(n, d);
    for (double& x : X.reshaped()) x = rng.uniform();
    return X;
  };
  const auto value = [](const MatrixXd& X) -> VectorXd { return (9 * X.array()).sin().rowwise().sum(); };
  const MatrixXd X = drawn(60), Z = drawn(200);
  GaussianProcessOptions options = with_learnt_noise();
  options.starts = 2;
  options.priors = made.priors;
  const auto fit = GaussianProcess<VectorXd>(*made.kernel, options).fit(X, value(X), rng);
  const VectorXd truth = value(Z), wrong = fit.model->mean(Z) - truth;
  return std::sqrt(wrong.squaredNorm() / (truth.array() - truth.mean()).square().sum());
}

TEST(DefaultKernel, LearnsSumsFromFewPoints) {
  constexpr int d = 8;
  const MixedSpace space = numbers(d);
  EXPECT_LT(error_of(make_default_kernel(space), d), 0.25);
  EXPECT_GT(error_of({make_mixed_kernel(space), mixed_kernel_priors(space)}, d), 0.5);
}

}  // namespace
}  // namespace bora::surrogates
