// Fully connected networks for regression (Kandasamy et al. 2018, section 5).
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "common/layers.h"
#include "nas/space/layered/layered_space.h"

namespace bora::nas {

/// Settings of the training: stochastic gradient descent with momentum 0.9 and a fixed learning rate on the
/// mean squared error. Gradients of a norm above 5 are scaled to it.
struct RegressionTraining {
  int epochs = 100;             ///< >= 1
  int batch = 64;               ///< inputs per step, >= 1
  double learning_rate = 0.01;  ///< > 0
  std::uint64_t seed = 0;       ///< seed of the initial weights and of the order of the inputs
  void check() const;           ///< throws InputError naming the field
};

/// Mean squared errors of one epoch.
struct RegressionEpoch {
  double loss = 0;             ///< mean over the training inputs, each before the step that used it
  double last_loss = 0;        ///< loss of the last step
  double validation_loss = 0;  ///< loss on the validation inputs
};

/// Network of the space `mlp` for regression, computed in double precision. Decisions are linear layers with
/// one output; the prediction is their mean.
class RegressionNetwork {
 public:
  /// Makes the network that an architecture describes. inputs: number of features, >= 1. Initial weights are
  /// normal with variance 2 / fan-in (He), those of decisions 1 / fan-in. Throws InputError.
  RegressionNetwork(const LayeredSpace& space, const Architecture& architecture, int inputs,
                    std::uint64_t seed);

  /// Returns weights and biases, layer by layer.
  const Eigen::VectorXd& parameters() const { return parameters_; }
  void set_parameters(const Eigen::VectorXd& parameters);  ///< throws InputError for another number of them

  /// Returns the predictions (n) for the rows of X, n x d.
  Eigen::VectorXd predict(const Eigen::MatrixXd& X) const;
  double error(const Eigen::MatrixXd& X, const Eigen::VectorXd& y) const;  ///< mean squared error
  /// Returns the gradient of error() with respect to the parameters; `value` receives the error.
  Eigen::VectorXd gradient(const Eigen::MatrixXd& X, const Eigen::VectorXd& y, double& value) const;

 private:
  struct Layer {
    std::string activation;    // "" for a decision
    std::vector<int> sources;  // nodes whose outputs are concatenated; 0: the input
    int in = 0, out = 0;       // width of input and output
    Eigen::Index place = 0;    // index in parameters_ of its weights, out x in, then biases
  };
  struct Pass;
  Pass forward(const Eigen::MatrixXd& X) const;

  std::vector<Layer> layers_;  // layers of nodes 1, 2, ...
  int inputs_ = 0, decisions_ = 0;
  Eigen::VectorXd parameters_;
};

/// Trains a network; afterwards it has the weights of the epoch with the smallest validation error. X, y:
/// training inputs (n x d, whitened) and targets; V, v: the same for validation. after: called after each
/// step with the epoch (1, 2, ...), the step in it (1, 2, ...), the number of steps of an epoch and the
/// errors so far, whose validation_loss is set in the last step; if it returns false, the training ends.
/// Throws InputError if a loss or gradient is not finite.
void train(RegressionNetwork& network, const RegressionTraining& training, const Eigen::MatrixXd& X,
           const Eigen::VectorXd& y, const Eigen::MatrixXd& V, const Eigen::VectorXd& v,
           const std::function<bool(int epoch, int step, int steps, const RegressionEpoch&)>& after);

}  // namespace bora::nas
