// Golden values: from the definitions, by a few lines of Python.
#include "support/problems/mixed_problem.h"

#include <gtest/gtest.h>

#include "common/error.h"

namespace bora::surrogates {
namespace {

Eigen::VectorXd point(std::initializer_list<double> values) {
  Eigen::VectorXd out(static_cast<Eigen::Index>(values.size()));
  std::copy(values.begin(), values.end(), out.begin());
  return out;
}

TEST(MixedProblem, Func2CIsAsDefined) {
  const auto problem = make_mixed_problem("func2c");
  EXPECT_NEAR(problem->value(point({0, 0, 0.3, -0.2})), 0.386133333, 5e-10);
  EXPECT_NEAR(problem->value(point({1, 4, 0.3, -0.2})), 0.189193111, 5e-10);
  EXPECT_NEAR(problem->value(point({2, 1, -0.5, 0.75})), 1.239583333, 5e-10);
  EXPECT_NEAR(problem->value(point({0, 2, 1, 1})), 8.470729167, 5e-10);
  EXPECT_NEAR(problem->minimum(), -0.2063256907, 5e-10);
}

TEST(MixedProblem, Func3CIsAsDefined) {
  const auto problem = make_mixed_problem("func3c");
  EXPECT_NEAR(problem->value(point({0, 0, 0, 0.3, -0.2})), 0.589029333, 5e-10);
  EXPECT_NEAR(problem->value(point({2, 3, 3, -0.5, 0.75})), 0.20625, 5e-10);
  EXPECT_NEAR(problem->value(point({2, 0, 1, 0.1, 0.9})), 3.562659159, 5e-10);
  EXPECT_NEAR(problem->minimum(), -0.7221399174, 5e-10);
}

TEST(MixedProblem, AckleysAreAsDefined) {
  EXPECT_NEAR(make_mixed_problem("ackley5c")->value(point({0, 0, 0, 0, 0, 0.3})), 3.897590823, 5e-10);
  Eigen::VectorXd ones = Eigen::VectorXd::Ones(53);
  ones.tail(3).setZero();
  EXPECT_NEAR(make_mixed_problem("ackley53c")->value(ones), 3.531077813, 5e-10);
}

TEST(MixedProblem, MinimisersReachTheMinimumAndNothingLiesBelow) {
  Rng rng(1);
  for (const std::string& name : mixed_problem_names()) {
    const auto problem = make_mixed_problem(name);
    EXPECT_EQ(problem->name(), name);
    if (!problem->minimum_known()) continue;
    const Eigen::MatrixXd minimisers = problem->minimisers();
    ASSERT_GT(minimisers.rows(), 0) << name;
    for (Eigen::Index i = 0; i < minimisers.rows(); ++i) {
      EXPECT_NEAR(problem->value(minimisers.row(i).transpose()), problem->minimum(), 1e-6) << name;
      for (const Eigen::VectorXd& neighbour :
           problem->space().neighbours(minimisers.row(i).transpose(), 300, rng))
        EXPECT_GE(problem->value(neighbour), problem->minimum() - 1e-9) << name;
    }
    for (int i = 0; i < 5000; ++i)
      ASSERT_GE(problem->value(problem->space().sample(rng)), problem->minimum() - 1e-9) << name;
  }
}

// Nothing true: 60 clauses of weight 1 are unmet. All true: 150 + 64 x 9 clauses of weight 61 are. The
// minimum that is subtracted is 50.
TEST(MixedProblem, MaxSatCountsUnmetClauses) {
  const auto problem = make_mixed_problem("maxsat60");
  EXPECT_EQ(problem->value(Eigen::VectorXd::Zero(60)), 10);
  EXPECT_EQ(problem->value(Eigen::VectorXd::Ones(60)), 61 * (150 + 64 * 9) - 50);
  Eigen::VectorXd two = Eigen::VectorXd::Zero(60);
  two[0] = two[5] = 1;  // both belong to one group
  EXPECT_EQ(problem->value(two), 61 + 8);
}

TEST(MixedProblem, RefusesPointsAndNamesItDoesNotKnow) {
  EXPECT_THROW(make_mixed_problem("func2c")->value(point({3, 0, 0, 0})), InputError);
  try {
    make_mixed_problem("func2d");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean \"func2c\""), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace bora::surrogates
