// Hyper-parameters of sigmoid networks as points of the unit box.
#pragma once

#include <string>
#include <vector>

#include <Eigen/Core>

#include "common/layers.h"
#include "nas/sigmoid/sigmoid_network.h"

namespace bora::nas {

/// Number of units of each hidden layer, 0 for an absent layer, and the training options.
struct SigmoidSetting {
  std::vector<int> units;
  SigmoidTraining training;
  std::string text() const;  ///< returns e.g. "6-8-0-7 epochs=100 rate=0.05"
};

/// Bounds of [n_1, ..., n_L, E, eta], which the user sets (Twist 2019, eqs. 29 and 30): every number is
/// linear in its place of the unit box, and units and epochs are rounded for the training alone.
struct SigmoidBounds {
  int layers = 4;       ///< L, >= 0
  int most_units = 20;  ///< maximum number of units of a layer, >= 1
  int least_epochs = 50, most_epochs = 1000;
  double least_rate = 0.01, most_rate = 1;
  void check() const;  ///< throws InputError naming the field

  int dimension() const { return layers + 2; }
  /// Returns the setting at a point of the box, [0, 1]^(L + 2).
  SigmoidSetting setting(const Eigen::VectorXd& box) const;
};

}  // namespace bora::nas
