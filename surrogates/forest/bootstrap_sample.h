// Training data of an ensemble of trees.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "common/random.h"
#include "surrogates/gp/standardisation.h"

namespace bora::surrogates {

/// Observations, and bootstrap samples of them for the members of an ensemble.
struct BootstrapSample {
  Eigen::MatrixXd X;                   // n x d
  Eigen::VectorXd y;                   // n
  std::vector<std::vector<int>> rows;  // sample of each member, as rows of X
  std::uint64_t seed = 0;              // seed of all other random choices in fits
  Standardisation scale;               // keeps values in the range of the floats of OpenCV's trees

  /// Draws n rows with replacement for each of the members. stream: name from which, with rng, the seed is
  /// made.
  static BootstrapSample draw(Eigen::MatrixXd X, const Eigen::VectorXd& y, int members,
                              const std::string& stream, Rng& rng);
  /// Returns a copy with further observations (Z: m x d, f: m) in the samples of all members. `scale` does
  /// not change.
  BootstrapSample with(const Eigen::MatrixXd& Z, const Eigen::VectorXd& f) const;
};

}  // namespace bora::surrogates
