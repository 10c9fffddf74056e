// Training data of an ensemble of trees: observations, and the rows of each member.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "common/random.h"
#include "surrogates/gp/standardisation.h"

namespace bora::surrogates {

struct BootstrapSample {
  Eigen::MatrixXd X;                   // n x d
  Eigen::VectorXd y;                   // n
  std::vector<std::vector<int>> rows;  // rows of each member
  std::uint64_t seed = 0;              // seed of all other draws for the members
  Standardisation scale;               // keeps values in the range of the 32-bit floats of OpenCV's trees

  /// Draws n rows with replacement for each member. stream: a name for the seed.
  static BootstrapSample draw(Eigen::MatrixXd X, const Eigen::VectorXd& y, int members,
                              const std::string& stream, Rng& rng);
  /// Returns the same sample with more observations, which every member gets.
  BootstrapSample with(const Eigen::MatrixXd& Z, const Eigen::VectorXd& f) const;
};

}  // namespace bora::surrogates
