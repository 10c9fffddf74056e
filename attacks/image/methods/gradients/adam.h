// ADAM for coordinate-wise gradient estimates.
#pragma once

#include <cmath>

#include <Eigen/Core>

#include "common/layers.h"

namespace bora::attacks {

/// ADAM (Kingma and Ba 2015, algorithm 1; decay rates 0.9 and 0.999) with separate moments and step counts
/// for each coordinate, as coordinate-wise methods need (Chen et al. 2017, algorithm 2).
class Adam {
 public:
  explicit Adam(int dimensions)
      : mean_(Eigen::VectorXd::Zero(dimensions)),
        square_(Eigen::VectorXd::Zero(dimensions)),
        clock_(Eigen::VectorXd::Zero(dimensions)) {}

  /// Adds an estimate of the derivative along coordinate `i` and returns the step, in units of the step size.
  /// The step points uphill: callers that maximise add it.
  double step(int i, double gradient) {
    clock_[i] += 1;
    mean_[i] = kMeanDecay * mean_[i] + (1 - kMeanDecay) * gradient;
    square_[i] = kSquareDecay * square_[i] + (1 - kSquareDecay) * gradient * gradient;
    const double mean = mean_[i] / (1 - std::pow(kMeanDecay, clock_[i]));
    const double square = square_[i] / (1 - std::pow(kSquareDecay, clock_[i]));
    return mean / (std::sqrt(square) + 1e-8);
  }

 private:
  static constexpr double kMeanDecay = 0.9;
  static constexpr double kSquareDecay = 0.999;
  Eigen::VectorXd mean_, square_, clock_;  // moments and number of estimates, by coordinate
};

}  // namespace bora::attacks
