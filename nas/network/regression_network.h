// Fully connected networks that predict a number (Kandasamy et al. 2018, section 5, on regression sets).
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "common/layers.h"
#include "nas/space/layered/layered_space.h"

namespace bora::nas {

/// Stochastic gradient descent with momentum and a fixed step size on the mean squared error.
struct RegressionTraining {
  int epochs = 100;             ///< >= 1
  int batch = 64;               ///< inputs per step, >= 1
  double learning_rate = 0.01;  ///< > 0
  double momentum = 0.9;        ///< [0, 1)
  double longest = 5;           ///< norm that the gradient of a step is shortened to, > 0
  std::uint64_t seed = 0;       ///< seed of the initial weights and of the order of the inputs
  void check() const;           ///< throws InputError naming the field
};

/// Figures of one epoch: mean squared errors.
struct RegressionEpoch {
  double loss = 0;             ///< over the training inputs, while they were learnt from
  double last_loss = 0;        ///< loss of the last step
  double validation_loss = 0;  ///< over the validation inputs
};

/// Network of the space `mlp`, computed in double precision. Its decisions are linear here, and its answer is
/// their mean.
class RegressionNetwork {
 public:
  /// inputs: number of features, >= 1. Weights are He-normal, those of decisions smaller. Throws InputError.
  RegressionNetwork(const LayeredSpace& space, const Architecture& architecture, int inputs,
                    std::uint64_t seed);

  /// Returns weights and biases, layer by layer.
  const Eigen::VectorXd& parameters() const { return parameters_; }
  void set_parameters(const Eigen::VectorXd& parameters);  ///< throws InputError for another number of them

  /// Returns the answers that the network gives, one for each row of X, n x d.
  Eigen::VectorXd answers(const Eigen::MatrixXd& X) const;
  double error(const Eigen::MatrixXd& X, const Eigen::VectorXd& y) const;  ///< mean squared error
  /// Returns the gradient of error() by the parameters; `value` receives the error.
  Eigen::VectorXd gradient(const Eigen::MatrixXd& X, const Eigen::VectorXd& y, double& value) const;

 private:
  struct Layer {
    std::string activation;    // "" for a decision
    std::vector<int> sources;  // nodes; 0: the input
    int in = 0, out = 0;
    Eigen::Index place = 0;  // place of its weights, out x in, which its biases follow
  };
  struct Pass;
  Pass forward(const Eigen::MatrixXd& X) const;

  std::vector<Layer> layers_;  // layers of nodes 1, 2, ...
  int inputs_ = 0, decisions_ = 0;
  Eigen::VectorXd parameters_;
};

/// Trains a network and keeps the weights of the epoch with the smallest validation error. after: called
/// after each step with the epoch (1, 2, ...), the steps done in it, the steps of an epoch and its figures so
/// far, whose validation loss is set after the last step; false ends the training. X, V: n and m rows of
/// whitened features. Throws InputError if the loss is not finite.
void train(RegressionNetwork& network, const RegressionTraining& training, const Eigen::MatrixXd& X,
           const Eigen::VectorXd& y, const Eigen::MatrixXd& V, const Eigen::VectorXd& v,
           const std::function<bool(int epoch, int step, int steps, const RegressionEpoch&)>& after);

}  // namespace bora::nas
