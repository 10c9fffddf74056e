#include "surrogates/acquisition/averaged_acquisition.h"

#include <cmath>

#include <gtest/gtest.h>

#include "support/gradient_check.h"
#include "surrogates/gp/fitted_gaussian_process.h"
#include "surrogates/kernels/continuous/factory.h"
#include "surrogates/sampling/space_filling.h"

namespace bora::surrogates::averaged_acquisition_test {
namespace {

using Eigen::VectorXd;
using Process = FittedGaussianProcess<VectorXd>;

std::shared_ptr<const Process> observed() {
  Rng rng(3);
  const Eigen::MatrixXd X = uniform_points(8, 2, rng);
  const VectorXd y = (5 * X.col(0)).array().sin() - X.col(1).array();
  return std::make_shared<const Process>(
      *Process::condition(std::shared_ptr<const ContinuousKernel>(make_kernel("matern52", 2, true)), X, y,
                          1e-2, Standardisation::of(y)));
}

// Averages EI over posteriors. If log EI is given, it is also EI that is averaged.
TEST(AveragedAcquisition, AveragesWhatLogarithmsAreOf) {
  const auto process = observed();
  Rng rng(1), same(1), third(1);
  const auto posteriors = process->resampled(5, rng);
  const Eigen::MatrixXd observed_at = process->inputs();
  const AcquisitionContext<VectorXd> now{process, 0, same, &observed_at, nullptr};
  const auto score =
      marginalised(acquisition_rule<VectorXd>(AcquisitionKind::log_ei, 0), 5, Averaged::exponentials)(now);
  const AcquisitionContext<VectorXd> then{process, 0, third, &observed_at, nullptr};
  const auto bound =
      marginalised(acquisition_rule<VectorXd>(AcquisitionKind::ucb, 2), 5, Averaged::values)(then);
  Rng points(2);
  const Eigen::MatrixXd Z = uniform_points(4, 2, points);
  VectorXd ei = VectorXd::Zero(4), ucb = VectorXd::Zero(4);
  for (const auto& posterior : posteriors) {
    const MarginalPosterior at = posterior->marginal(Z);
    const double incumbent = posterior->mean(observed_at).maxCoeff();
    ei += ExpectedImprovement(incumbent).evaluate(at.mean, at.variance).value / 5;
    ucb += UpperConfidenceBound(2).evaluate(at.mean, at.variance).value / 5;
  }
  EXPECT_LT((score->values(Z).array().exp() - ei.array()).abs().maxCoeff(), 1e-12);
  EXPECT_LT((bound->values(Z) - ucb).cwiseAbs().maxCoeff(), 1e-12);
  for (const auto& of : {score, bound}) {
    ASSERT_TRUE(of->smooth());
    for (int i = 0; i < 4; ++i) {
      VectorXd gradient;
      const VectorXd z = Z.row(i).transpose();
      EXPECT_NEAR(of->value(z, gradient), of->values(Z.row(i))[0], 1e-10);
      const auto at = [&](const VectorXd& x) { return of->values(x.transpose())[0]; };
      EXPECT_LT(check_gradient(at, z, gradient, 1e-4).worst, 1e-5);
    }
  }
}

// Far from any improvement the logarithms are -1000 and less.
TEST(AveragedAcquisition, DoesNotUnderflow) {
  class Constant final : public PointAcquisition {
   public:
    explicit Constant(double value) : value_(value) {}
    VectorXd values(const Eigen::MatrixXd& Z) const override { return VectorXd::Constant(Z.rows(), value_); }

   private:
    double value_;
  };
  const AveragedAcquisition<VectorXd> score(
      {std::make_shared<Constant>(-2000), std::make_shared<Constant>(-2000)}, Averaged::exponentials);
  EXPECT_NEAR(score.values(Eigen::MatrixXd::Zero(1, 1))[0], -2000, 1e-9);
  EXPECT_FALSE(score.smooth());
  const double none = -std::numeric_limits<double>::infinity();
  const AveragedAcquisition<VectorXd> nothing(
      {std::make_shared<Constant>(none), std::make_shared<Constant>(none)}, Averaged::exponentials);
  EXPECT_EQ(nothing.values(Eigen::MatrixXd::Zero(1, 1))[0], none);
}

}  // namespace
}  // namespace bora::surrogates::averaged_acquisition_test
