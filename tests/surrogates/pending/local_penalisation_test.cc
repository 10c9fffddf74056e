#include "surrogates/pending/local_penalisation.h"

#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "common/error.h"
#include "surrogates/gp/fitted_gaussian_process.h"
#include "surrogates/kernels/categorical/overlap.h"
#include "surrogates/kernels/continuous/compose.h"
#include "surrogates/kernels/continuous/stationary.h"
#include "surrogates/kernels/mixed/column_kernel.h"
#include "surrogates/pending/local_penalty.h"

namespace bora::surrogates {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Process = FittedGaussianProcess<VectorXd>;
using Seen = std::shared_ptr<const Posterior<VectorXd>>;

constexpr double kLengthscale = 0.2;

// Returns a function that is flat at the left and steep at the right.
VectorXd values_at(const MatrixXd& X) {
  return X.col(0).unaryExpr([](double x) { return 0.3 * x + 2 / (1 + std::exp(-30 * (x - 0.8))); });
}

struct Line {
  VectorXd y;
  Seen posterior;
};

// Returns 11 observations of scale * f + shift on a line, in reverse order if `mirrored`.
Line line(double scale = 1, double shift = 0, bool mirrored = false) {
  const MatrixXd X = VectorXd::LinSpaced(11, 0, 1);
  VectorXd y = scale * values_at(X).array() + shift;
  if (mirrored) y.reverseInPlace();
  auto kernel = std::make_shared<StationaryKernel>(RadialFamily::matern52, 1, true);
  kernel->set_hyperparameters(VectorXd::Constant(1, std::log(kLengthscale)));
  return {y,
          std::make_shared<const Process>(*Process::condition(kernel, X, y, 1e-6, Standardisation::of(y)))};
}

// Compares with finite differences of the mean on a fine grid.
double steepest_between(const Posterior<VectorXd>& posterior, double low, double high) {
  const VectorXd grid = VectorXd::LinSpaced(20001, low, high);
  const VectorXd mean = posterior.mean(grid);
  const Eigen::Index n = grid.size();
  return (mean.tail(n - 1) - mean.head(n - 1)).cwiseAbs().maxCoeff() / (grid[1] - grid[0]);
}

VectorXd point(double x) {
  return VectorXd::Constant(1, x);
}

double penalty_at(const std::string& name, const Line& seen, double centre, double x) {
  Rng rng(5);
  LocalPenalisation policy(name, seen.posterior, seen.y, {{}, point(kLengthscale)});
  return policy.penalty(point(centre), rng)->values(point(x))[0];
}

// Expects the penalties of the policies hlp and lp, whose names follow `prefix`, for a steepest slope. xs:
// points at which they are compared.
void expect_penalties(const std::string& prefix, const Line& seen, double centre, double slope,
                      const std::vector<double>& xs, double tolerance) {
  const MarginalPosterior at = seen.posterior->marginal(point(centre));
  const double gap = std::abs(at.mean[0] - seen.y.maxCoeff()), deviation = std::sqrt(at.variance[0]);
  const HardLocalPenalty hard(point(centre), 0, (gap + deviation) / slope);
  const SoftLocalPenalty soft(point(centre), 0, gap, deviation, slope);
  for (const double x : xs) {
    EXPECT_NEAR(penalty_at(prefix + "hlp", seen, centre, x), hard.values(point(x))[0], 1e-2) << x;
    const double expected = soft.values(point(x))[0];
    EXPECT_NEAR(penalty_at(prefix + "lp", seen, centre, x), expected, tolerance * (1 + std::abs(expected)))
        << x;
  }
}

TEST(SteepestSlope, IsFoundByClimbing) {
  const Line seen = line();
  const Bounds box{point(0), point(1)};
  const MatrixXd starts = Eigen::Vector3d(0.1, 0.5, 0.73);
  const double steepest = steepest_between(*seen.posterior, 0, 1);
  EXPECT_GT(steepest, 1.2 * seen.posterior->mean_gradient(starts).cwiseAbs().maxCoeff())
      << "the starts are as steep already";
  EXPECT_NEAR(steepest_slope(*seen.posterior, 0, box, starts), steepest, 1e-3 * steepest);
}

TEST(SteepestSlope, StaysInItsBox) {
  const Line seen = line();
  const Bounds box{point(0.1), point(0.5)};
  const double slope = steepest_slope(*seen.posterior, 0, box, Eigen::Vector2d(0.2, 0.45));
  const double steepest = steepest_between(*seen.posterior, 0.1, 0.5);
  EXPECT_NEAR(slope, steepest, 1e-3 * steepest);
  EXPECT_LT(steepest, 0.5 * steepest_between(*seen.posterior, 0, 1));
}

// In several dimensions, against the norm of all partial derivatives on a grid.
TEST(SteepestSlope, IsTheLengthOfTheWholeGradient) {
  Rng rng(2);
  MatrixXd X(30, 2);
  for (double& x : X.reshaped()) x = rng.uniform();
  const VectorXd y = (3 * X.col(0).array()).sin() * (2 * X.col(1).array()).cos();
  auto kernel = std::make_shared<StationaryKernel>(RadialFamily::matern52, 2, true);
  const Seen posterior =
      std::make_shared<const Process>(*Process::condition(kernel, X, y, 1e-6, Standardisation::of(y)));
  constexpr int kSide = 201;
  MatrixXd grid(kSide * kSide, 2);
  for (int i = 0; i < kSide; ++i)
    for (int j = 0; j < kSide; ++j) grid.row(i * kSide + j) << i / (kSide - 1.0), j / (kSide - 1.0);
  const double steepest = posterior->mean_gradient(grid).rowwise().norm().maxCoeff();
  const double found = steepest_slope(*posterior, 0, {VectorXd::Zero(2), VectorXd::Ones(2)}, X);
  EXPECT_NEAR(found, steepest, 1e-3 * steepest);
}

TEST(SteepestSlope, MeanGradientIsThatOfTheMarginals) {
  const Line seen = line();
  const MatrixXd Z = Eigen::Vector3d(0.12, 0.5, 0.83);
  EXPECT_TRUE(seen.posterior->mean_gradient(Z).isApprox(seen.posterior->Posterior<VectorXd>::mean_gradient(Z),
                                                        1e-12));
}

TEST(LocalPenalisation, GlobalConstantsAreTheSteepestSlopeAnywhere) {
  const Line seen = line();
  const double slope = steepest_between(*seen.posterior, 0, 1);
  for (const double centre : {0.33, 0.81})
    expect_penalties("", seen, centre, slope, {centre + 0.05, centre - 0.3}, 1e-2);
}

// The box extends half a length-scale to either side only, since the slope grows fast beyond one side.
TEST(LocalPenalisation, LocalConstantsAreTheSteepestSlopeNearBy) {
  for (const bool mirrored : {false, true}) {
    const Line seen = line(1, 0, mirrored);
    const auto at = [&](double x) { return mirrored ? 1 - x : x; };
    const double centre = at(0.6);
    const auto slope_within = [&](double reach) {
      return steepest_between(*seen.posterior, centre - reach, centre + reach);
    };
    const double slope = slope_within(kLengthscale / 2);
    ASSERT_GT(slope_within(kLengthscale), 1.5 * slope);
    ASSERT_LT(slope_within(kLengthscale / 4), 0.7 * slope);
    expect_penalties("local-", seen, centre, slope, {at(0.35), at(0.55), at(0.9)}, 2e-2);
  }
}

// A wide region is left out where the function is flat, unlike with the global constant.
TEST(LocalPenalisation, LocalConstantsLeaveOutMoreWhereTheFunctionIsFlat) {
  const Line seen = line();
  EXPECT_LT(penalty_at("local-hlp", seen, 0.25, 0.4), penalty_at("hlp", seen, 0.25, 0.4) - 0.5);
}

TEST(LocalPenalisation, DoesNotDependOnTheScaleOfTheValues) {
  for (const std::string& name : local_penalisation_names())
    EXPECT_NEAR(penalty_at(name, line(), 0.6, 0.7), penalty_at(name, line(1e6, -3e6), 0.6, 0.7), 1e-6)
        << name;
}

TEST(LocalPenalisation, TakesASlopeOfItsOwnWhereAllIsFlat) {
  const MatrixXd X = Eigen::Vector3d(0.1, 0.5, 0.9);
  const VectorXd y = VectorXd::Constant(3, 7.0);
  const Seen flat = std::make_shared<const Process>(
      *Process::condition(std::make_shared<StationaryKernel>(RadialFamily::matern52, 1, true), X, y, 1e-4,
                          Standardisation::of(y)));
  const double deviation = std::sqrt(flat->marginal(point(0.3)).variance[0]);
  const HardLocalPenalty expected(point(0.3), 0, deviation / 10);
  EXPECT_NEAR(penalty_at("hlp", {y, flat}, 0.3, 0.31), expected.values(point(0.31))[0], 1e-9);
}

TEST(LocalPenalisation, BelievesNothingAndMatters) {
  const Line seen = line();
  const LocalPenalisation policy("hlp", seen.posterior, seen.y, {{}, point(kLengthscale)});
  EXPECT_EQ(policy.given(seen.posterior, point(0.3)), seen.posterior);
  EXPECT_TRUE(policy.matters());
}

// The function is flat in one of two categories and steep in the other.
TEST(LocalPenalisation, LooksAtTheCategoriesOfThePoint) {
  MatrixXd X(22, 2);
  X << VectorXd::Zero(11), VectorXd::LinSpaced(11, 0, 1), VectorXd::Ones(11), VectorXd::LinSpaced(11, 0, 1);
  VectorXd y(22);
  y << X.block(0, 1, 11, 1), (6 * X.block(11, 1, 11, 1).array()).sin() * 4;
  auto numbers = std::make_unique<StationaryKernel>(RadialFamily::matern52, 1, true);
  numbers->set_hyperparameters(VectorXd::Constant(1, std::log(kLengthscale)));
  auto categories = std::make_unique<ExponentialOverlapKernel>(1);
  categories->set_hyperparameters(VectorXd::Constant(1, std::log(10.0)));  // nearly independent categories
  const auto kernel = std::shared_ptr<const ContinuousKernel>(
      std::make_unique<ProductKernel>(std::make_unique<ColumnKernel>(std::move(categories), 0, 1, 2),
                                      std::make_unique<ColumnKernel>(std::move(numbers), 1, 1, 2)));
  const Seen posterior =
      std::make_shared<const Process>(*Process::condition(kernel, X, y, 1e-6, Standardisation::of(y)));
  const auto at = [&](const std::string& name, double category, double of) {
    Rng rng(1);
    LocalPenalisation policy(name, posterior, y, {{2}, point(kLengthscale)});
    return policy.penalty(Eigen::Vector2d(category, 0.5), rng)->values(Eigen::RowVector2d(of, 0.55))[0];
  };
  EXPECT_EQ(at("local-hlp", 0, 1), 0);
  const MarginalPosterior there = posterior->marginal(Eigen::RowVector2d(0, 0.5));
  const double radius = std::abs(there.mean[0] - y.maxCoeff()) + std::sqrt(there.variance[0]);
  const auto factor = [&](double slope) {
    return HardLocalPenalty(Eigen::Vector2d(0, 0.5), 1, radius / slope)
        .values(Eigen::RowVector2d(0, 0.55))[0];
  };
  EXPECT_NEAR(at("local-hlp", 0, 0), factor(1), 0.15) << "the slope in its category is 1";
  EXPECT_NEAR(at("hlp", 0, 0), factor(24), 0.15) << "the steepest of both, 24";
}

void refused(const std::function<void()>& call, const std::string& message) {
  try {
    call();
    ADD_FAILURE() << message;
  } catch (const InputError& error) {
    EXPECT_EQ(error.what(), message);
  }
}

class NoSlopes final : public Posterior<VectorXd> {
 public:
  MarginalPosterior marginal(const MatrixXd&) const override { return {}; }
  JointPosterior joint(const MatrixXd&) const override { return {}; }
  std::shared_ptr<const Posterior<VectorXd>> given(const MatrixXd&, const VectorXd&) const override {
    return nullptr;
  }
};

TEST(LocalPenalisation, SaysWhatItCannotDo) {
  const Line seen = line();
  refused(
      [&] {
        LocalPenalisation("believer", seen.posterior, seen.y, {{}, point(1)});
      },
      "pending: 'believer' is not one of lp, hlp, local-lp, local-hlp");
  refused(
      [&] {
        LocalPenalisation("hlp", seen.posterior, seen.y, {{3}, VectorXd()});
      },
      "pending: 'hlp' penalises by distances between numbers, which points of categories alone lack; "
      "expected one of believer, liar-min, liar-mean, liar-max, none");
  refused(
      [&] {
        LocalPenalisation("hlp", std::make_shared<NoSlopes>(), seen.y, {{}, point(1)});
      },
      "pending: 'hlp' uses the slope of the posterior mean, which this model cannot compute");
}

}  // namespace
}  // namespace bora::surrogates
