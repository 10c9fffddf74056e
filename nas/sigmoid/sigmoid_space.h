// Hyper-parameters of sigmoid networks as points of the unit box.
#pragma once

#include <string>
#include <vector>

#include <Eigen/Core>

#include "common/layers.h"
#include "nas/sigmoid/sigmoid_network.h"

namespace bora::nas {

/// Hyper-parameters of one network.
struct SigmoidSetting {
  std::vector<int> units;  ///< number of units of each hidden layer; 0: the layer is absent
  SigmoidTraining training;
  std::string text() const;  ///< returns a text such as "6-8-0-7 epochs=100 rate=0.05"
};

/// Bounds of [n_1, ..., n_L, E, eta], which are set by the user (Twist 2019, eqs. 29 and 30). Each number is
/// linear in its coordinate of the unit box; units and epochs are rounded only for the training.
struct SigmoidBounds {
  int layers = 4;       ///< number of hidden layers, L, >= 0
  int most_units = 20;  ///< maximum number of units of a layer, >= 1
  int least_epochs = 50, most_epochs = 1000;
  double least_rate = 0.01, most_rate = 1;
  void check() const;  ///< throws InputError naming the field

  int dimension() const { return layers + 2; }
  /// Returns the setting at a point of the unit box, [0, 1]^(L + 2). Throws InputError for another dimension.
  SigmoidSetting setting(const Eigen::VectorXd& box) const;
};

}  // namespace bora::nas
