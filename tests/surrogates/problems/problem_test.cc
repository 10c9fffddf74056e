#include <gtest/gtest.h>

#include "common/error.h"
#include "support/problems/problem.h"
#include "surrogates/sampling/space_filling.h"

namespace bora::surrogates {
namespace {

using Eigen::VectorXd;

struct Case {
  std::string name;
  int dimension;
  double minimum;  ///< from the literature, to its digits
  double digits;
};
void PrintTo(const Case& value, std::ostream* out) {
  *out << value.name << value.dimension;
}

bool allowed(const Problem& problem, const VectorXd& x, double tolerance = 0) {
  const VectorXd constraints = problem.constraints(x);
  return constraints.size() == 0 || constraints.maxCoeff() <= tolerance;
}

class ProblemConformance : public ::testing::TestWithParam<Case> {
 protected:
  std::unique_ptr<Problem> problem_ = make_problem(GetParam().name, GetParam().dimension);
};

TEST_P(ProblemConformance, MinimisersLieInTheBoxAndReachTheMinimum) {
  const Bounds box = problem_->box();
  const Eigen::MatrixXd minimisers = problem_->minimisers();
  ASSERT_EQ(minimisers.cols(), problem_->dimension());
  ASSERT_GT(minimisers.rows(), 0);
  EXPECT_NEAR(problem_->minimum(), GetParam().minimum, GetParam().digits);
  for (Eigen::Index i = 0; i < minimisers.rows(); ++i) {
    const VectorXd x = minimisers.row(i).transpose();
    EXPECT_TRUE((x.array() >= box.lower.array()).all() && (x.array() <= box.upper.array()).all());
    EXPECT_NEAR(problem_->value(x), problem_->minimum(), 1e-6);
    EXPECT_EQ(problem_->objective(x), -problem_->value(x));
    EXPECT_TRUE(allowed(*problem_, x, 1e-12));
  }
}

TEST_P(ProblemConformance, NothingInTheBoxLiesBelowTheMinimum) {
  Rng rng(1);
  const Bounds box = problem_->box();
  const Eigen::MatrixXd points = uniform_points(20000, problem_->dimension(), rng);
  for (Eigen::Index i = 0; i < points.rows(); ++i) {
    const VectorXd x = box.lower + points.row(i).transpose().cwiseProduct(box.upper - box.lower);
    if (!allowed(*problem_, x)) continue;
    ASSERT_GE(problem_->value(x), problem_->minimum() - 1e-9);
  }
}

TEST_P(ProblemConformance, MinimisersAreLocalMinima) {
  Rng rng(2);
  const Bounds box = problem_->box();
  const Eigen::MatrixXd minimisers = problem_->minimisers();
  for (Eigen::Index i = 0; i < minimisers.rows(); ++i) {
    for (int trial = 0; trial < 200; ++trial) {
      VectorXd x = minimisers.row(i).transpose();
      for (Eigen::Index j = 0; j < x.size(); ++j) x[j] += 1e-3 * (box.upper[j] - box.lower[j]) * rng.normal();
      x = x.cwiseMax(box.lower).cwiseMin(box.upper);
      if (!allowed(*problem_, x)) continue;
      ASSERT_GE(problem_->value(x), problem_->minimum() - 1e-8);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, ProblemConformance,
    ::testing::Values(Case{"branin", 0, 0.397887, 1e-6}, Case{"hartmann6", 0, -3.32237, 1e-5},
                      Case{"ackley", 2, 0, 0}, Case{"ackley", 10, 0, 0},
                      Case{"eggholder", 0, -959.6407, 1e-4}, Case{"michalewicz", 2, -1.8013, 1e-4},
                      Case{"michalewicz", 5, -4.687658, 1e-6}, Case{"michalewicz", 10, -9.66015, 1e-5},
                      Case{"rosenbrock", 2, 0, 0}, Case{"rosenbrock", 6, 0, 0},
                      Case{"six_hump_camel", 0, -1.0316, 1e-4}, Case{"beale", 0, 0, 0},
                      Case{"langermann", 0, -4.1558, 1e-4}, Case{"shekel", 0, -10.5364, 1e-4},
                      Case{"cosine_mixture", 0, -0.8, 0}, Case{"cosine_mixture", 3, -0.3, 1e-15},
                      Case{"griewank", 0, 0, 0}, Case{"powell", 0, 0, 0}, Case{"gramacy", 0, 0.5998, 1e-4}),
    [](const auto& tested) { return tested.param.name + std::to_string(tested.param.dimension); });

TEST(MakeProblem, KnowsItsNamesAndRefusesOthers) {
  for (const std::string& name : problem_names()) EXPECT_EQ(make_problem(name)->name(), name);
  EXPECT_THROW(make_problem("brannin"), InputError);
  EXPECT_THROW(make_problem("branin", 3), InputError);
  EXPECT_THROW(make_problem("rosenbrock", 1), InputError);
  EXPECT_THROW(make_problem("michalewicz", 11), InputError);
  EXPECT_THROW(make_problem("langermann", 3), InputError);
  EXPECT_THROW(make_problem("shekel", 5), InputError);
  EXPECT_THROW(make_problem("cosine_mixture", -1), InputError);
  EXPECT_THROW(make_problem("powell", 6), InputError);
  EXPECT_THROW(make_problem("gramacy", 3), InputError);
}

// The three local minima that the paper names, and what breaks either constraint.
TEST(Gramacy, HasTheConstraintsOfThePaper) {
  const auto problem = make_problem("gramacy");
  EXPECT_NEAR(problem->constraints(Eigen::Vector2d(0.1954, 0.4044))[0], 0, 1e-3);
  EXPECT_NEAR(problem->constraints(Eigen::Vector2d(0.7197, 0.1411))[0], 0, 1e-3);
  EXPECT_NEAR(problem->constraints(Eigen::Vector2d(0, 0.75))[0], 0, 1e-12);
  EXPECT_EQ(problem->constraints(Eigen::Vector2d(0, 0)), Eigen::Vector2d(1.5, -1.5));
  EXPECT_EQ(problem->constraints(Eigen::Vector2d(1, 1))[1], 0.5);
  EXPECT_EQ(make_problem("branin")->constraints(Eigen::Vector2d(0, 0)).size(), 0);
}

}  // namespace
}  // namespace bora::surrogates
