// Table of the test functions over boxes that make_problem() knows.
#pragma once

#include <limits>
#include <vector>

#include <Eigen/Core>

#include "support/problems/problem.h"

namespace bora::surrogates {

/// Numbers of variables that a function is defined for.
struct Dimensions {
  int usual = 2;
  int least = 1, most = std::numeric_limits<int>::max();
  int step = 1;  ///< all are multiples of it
};

/// Test function, stated as in the literature, to be minimised.
struct TestFunction {
  const char* name;
  Dimensions dimensions;
  Bounds (*box)(int d);
  double (*value)(const Eigen::VectorXd& x);
  Eigen::MatrixXd (*minimisers)(int d);  ///< k x d
  double (*minimum)(int d);
  Eigen::VectorXd (*constraints)(const Eigen::VectorXd& x) =
      nullptr;  ///< met where none is above 0; null: none
};

/// Returns the functions. To add one: an entry, and a case in tests/surrogates/problems/problem_test.cc.
const std::vector<TestFunction>& test_functions();

}  // namespace bora::surrogates
