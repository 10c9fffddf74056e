#include "surrogates/search/constraint_posteriors.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "support/gradient_check.h"
#include "surrogates/gp/fitted_gaussian_process.h"
#include "surrogates/kernels/continuous/stationary.h"
#include "surrogates/pending/penalised_acquisition.h"
#include "surrogates/support/golden.h"

namespace bora::surrogates::constraint_posteriors_test {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector2d;
using Eigen::VectorXd;
using Process = FittedGaussianProcess<VectorXd>;

std::shared_ptr<const Process> process_of(const MatrixXd& X, const VectorXd& y,
                                          const Vector2d& lengthscales) {
  auto kernel = std::make_shared<StationaryKernel>(RadialFamily::matern52, 2, true);
  kernel->set_hyperparameters(lengthscales.array().log());
  return std::make_shared<const Process>(*Process::condition(kernel, X, y, 1e-6, Standardisation::of(y)));
}

class FixedModel final : public Model<VectorXd> {
 public:
  explicit FixedModel(const Vector2d& lengthscales) : lengthscales_(lengthscales) {}
  std::shared_ptr<const Posterior<VectorXd>> posterior(MatrixXd X, const VectorXd& y, Rng& /*rng*/) override {
    return process_of(X, y, lengthscales_);
  }
  std::unique_ptr<Model> fresh() const override { return std::make_unique<FixedModel>(lengthscales_); }

 private:
  Vector2d lengthscales_;
};

class Useless final : public Model<VectorXd> {
 public:
  std::shared_ptr<const Posterior<VectorXd>> posterior(MatrixXd, const VectorXd&, Rng&) override {
    return nullptr;
  }
  std::unique_ptr<Model> fresh() const override { return std::make_unique<Useless>(); }
};

// Observations and results of constrained_improvement.py.
struct Golden {
  MatrixXd X, Z;
  VectorXd y, log_feasibility, acquisition;
  std::vector<std::vector<double>> slacks;
};
Golden golden() {
  const auto rows = testing::golden_rows("constrained_improvement.csv");
  Golden all;
  for (const auto& row : rows) {
    MatrixXd& points = row[0] == "X" ? all.X : all.Z;
    points.conservativeResize(points.rows() + 1, 2);
    points.bottomRows(1) << std::stod(row[2]), std::stod(row[3]);
    const auto append = [](VectorXd& to, const std::string& number) {
      to.conservativeResize(to.size() + 1);
      to[to.size() - 1] = std::stod(number);
    };
    if (row[0] == "X") {
      append(all.y, row[4]);
      all.slacks.push_back({std::stod(row[5]), std::stod(row[6])});
    } else {
      append(all.log_feasibility, row[4]);
      append(all.acquisition, row[5]);
    }
  }
  return all;
}

ConstraintPosteriors<VectorXd> learnt(const Golden& seen) {
  std::vector<std::unique_ptr<Model<VectorXd>>> models;
  models.push_back(std::make_unique<FixedModel>(Vector2d(0.25, 0.2)));
  models.push_back(std::make_unique<FixedModel>(Vector2d(0.7, 0.6)));
  ConstraintPosteriors<VectorXd> posteriors(std::move(models));
  Rng rng(1);
  posteriors.learn(seen.X, seen.slacks, rng);
  return posteriors;
}

// Returns log EI over the best mean of feasible points, plus the log probabilities of both constraints.
std::shared_ptr<const PointAcquisition> constrained_improvement(const Golden& seen) {
  const auto process = process_of(seen.X, seen.y, Vector2d(0.8, 0.9));
  double incumbent = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < seen.slacks.size(); ++i)
    if (seen.slacks[i][0] >= 0 && seen.slacks[i][1] >= 0)
      incumbent = std::max(incumbent, process->mean(seen.X.row(static_cast<Eigen::Index>(i)))[0]);
  return penalised<VectorXd>(std::make_shared<const PosteriorAcquisition<VectorXd>>(
                                 process, std::make_shared<LogExpectedImprovement>(incumbent)),
                             learnt(seen).log_probabilities(), [](const PointAcquisition&) { return 0.0; });
}

TEST(ConstraintPosteriors, MakeTheAcquisitionOfTheGoldenNumbers) {
  const Golden seen = golden();
  const SumAcquisition<VectorXd> feasibility(learnt(seen).log_probabilities());
  const VectorXd log_feasibility = feasibility.values(seen.Z);
  const VectorXd acquisition = constrained_improvement(seen)->values(seen.Z);
  ASSERT_GE(seen.Z.rows(), 10);
  for (Eigen::Index i = 0; i < seen.Z.rows(); ++i) {
    EXPECT_NEAR(log_feasibility[i] / seen.log_feasibility[i], 1, 1e-5) << i;
    EXPECT_NEAR(acquisition[i] / seen.acquisition[i], 1, 1e-5) << i;
  }
}

TEST(ConstraintPosteriors, MakeAnAcquisitionWithTheGradientOfItsValues) {
  const Golden seen = golden();
  const auto score = constrained_improvement(seen);
  ASSERT_TRUE(score->smooth() && score->logarithmic());
  for (const auto& z : seen.Z.rowwise()) {
    VectorXd gradient;
    const VectorXd at = z.transpose();
    score->value(at, gradient);
    const auto values = [&](const VectorXd& x) { return score->values(x.transpose())[0]; };
    EXPECT_LT(check_gradient(values, at, gradient, 1e-5).worst, 1e-4) << z;
  }
}

TEST(ConstraintPosteriors, AreCertainWhereTheyObserved) {
  const Golden seen = golden();
  const SumAcquisition<VectorXd> feasibility(learnt(seen).log_probabilities());
  const VectorXd at = feasibility.values(seen.X);
  for (std::size_t i = 0; i < seen.slacks.size(); ++i)
    if (seen.slacks[i][0] >= 0 && seen.slacks[i][1] >= 0) {
      EXPECT_NEAR(at[static_cast<Eigen::Index>(i)], 0, 1e-3) << i;
    } else {
      EXPECT_LT(at[static_cast<Eigen::Index>(i)], -100) << i;
    }
}

// A pending point reduces the variance at it, and leaves the mean unchanged.
TEST(ConstraintPosteriors, BelieveTheMeanAtPendingPoints) {
  const Golden seen = golden();
  auto posteriors = learnt(seen);
  const Vector2d met(0.772, 0.511), broken(0.15, 0.2);
  const auto probability = [&](const Vector2d& z) {
    return SumAcquisition<VectorXd>(posteriors.log_probabilities()).values(z.transpose())[0];
  };
  const double before = probability(met);
  EXPECT_LT(before, -1e-3);
  EXPECT_TRUE(posteriors.impute(met));
  EXPECT_GT(probability(met), -1e-3);
  EXPECT_FALSE(posteriors.impute(broken));
}

// A few huge slacks do not change the order, the signs and the differences of small ones.
TEST(ConstraintPosteriors, CompressSlacksAwayFromTheBorder) {
  VectorXd slacks(9);
  slacks << -5000, 1, -0.5, 0, 0.25, -2, 1e9, 4, -1e-3;
  const VectorXd seen = ConstraintPosteriors<VectorXd>::compressed(slacks);
  for (Eigen::Index i = 0; i < slacks.size(); ++i) {
    EXPECT_NEAR(seen[i], std::asinh(slacks[i] / 4), 1e-12);
    EXPECT_EQ(seen[i] >= 0, slacks[i] >= 0);
  }
  EXPECT_EQ(ConstraintPosteriors<VectorXd>::compressed(VectorXd::Zero(3)), VectorXd::Zero(3));
  const VectorXd one = VectorXd::Constant(1, -3);
  EXPECT_NEAR(ConstraintPosteriors<VectorXd>::compressed(one)[0], std::asinh(-1), 1e-12);
  const VectorXd tiny = (VectorXd(5) << 1e-310, -1e-310, 1e-310, 0, 1).finished();
  EXPECT_TRUE(ConstraintPosteriors<VectorXd>::compressed(tiny).allFinite()) << "1 / 1e-310 overflows";
  // The result does not depend on the unit of the slacks.
  EXPECT_EQ(ConstraintPosteriors<VectorXd>::compressed(std::ldexp(1.0, 40) * slacks), seen);
}

TEST(ConstraintPosteriors, LeaveOutWhatCannotBeModelled) {
  const Golden seen = golden();
  std::vector<std::unique_ptr<Model<VectorXd>>> models;
  models.push_back(std::make_unique<Useless>());
  models.push_back(std::make_unique<FixedModel>(Vector2d(0.7, 0.6)));
  ConstraintPosteriors<VectorXd> posteriors(std::move(models));
  EXPECT_TRUE(posteriors.log_probabilities().empty()) << "nothing was learnt yet";
  Rng rng(1);
  posteriors.learn(seen.X, seen.slacks, rng);
  EXPECT_EQ(posteriors.log_probabilities().size(), 1u);
  EXPECT_TRUE(posteriors.impute(seen.X.row(0).transpose()));
}

}  // namespace
}  // namespace bora::surrogates::constraint_posteriors_test
