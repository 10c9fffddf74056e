// Problems of the studies of optimisers.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <Eigen/Dense>

#include "common/layers.h"
#include "surrogates/space/mixed_space.h"

namespace bora::tools {

/// Problem over either kind of space, whose optimum is known.
struct StudyProblem {
  std::string name;
  MixedSpace space;
  double minimum;
  std::function<double(const Eigen::VectorXd&)> objective;  ///< is maximised; its maximum is -minimum
  /// Slacks of the constraints, observed with the value, each met if >= 0; null: no constraints.
  std::function<std::vector<double>(const Eigen::VectorXd&)> slacks = {};
  Eigen::MatrixXd minimisers = {};  ///< one minimiser in each row; empty: none is known

  int constraints() const { return slacks ? static_cast<int>(slacks(space.lower()).size()) : 0; }
};

/// Makes a mixed problem (func2c, ...), one over a box, NAME or NAME:DIMENSION, or one that reads data,
/// NAME:PATH. Throws InputError.
StudyProblem make_study_problem(const std::string& name);

}  // namespace bora::tools
