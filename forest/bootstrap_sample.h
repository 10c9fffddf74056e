// What an ensemble of trees has learnt from: observations, and of which of them each member is made.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "common/random.h"
#include "surrogates/gp/standardisation.h"

namespace bora {

struct BootstrapSample {
  Eigen::MatrixXd X;                   // n x d
  Eigen::VectorXd y;                   // n
  std::vector<std::vector<int>> rows;  // of each member
  std::uint64_t seed = 0;              // of what else is drawn to make the members
  Standardisation scale;               // OpenCV's trees have floats of 32 bits, which values must not outgrow

  /// n rows with replacement for each member. stream: a name for the seed.
  static BootstrapSample draw(Eigen::MatrixXd X, const Eigen::VectorXd& y, int members,
                              const std::string& stream, Rng& rng);
  /// The same with more observations, which every member gets.
  BootstrapSample with(const Eigen::MatrixXd& Z, const Eigen::VectorXd& f) const;
};

}  // namespace bora
