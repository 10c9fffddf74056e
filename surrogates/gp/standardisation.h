#pragma once

#include <Eigen/Core>

namespace bora::surrogates {

/// Standardisation y -> (y - mean) / deviation, so that targets have mean 0 and variance 1.
struct Standardisation {
  double mean = 0;
  double deviation = 1;

  /// Returns the standardisation by y's own mean and (population) standard deviation; a constant y keeps
  /// deviation 1. y: n >= 1.
  static Standardisation of(const Eigen::VectorXd& y);
  Eigen::VectorXd apply(const Eigen::VectorXd& y) const { return (y.array() - mean) / deviation; }
};

}  // namespace bora::surrogates
