// Networks with one hidden layer, and two methods that train them on all inputs at once.
#pragma once

#include <cstdint>

#include <Eigen/Core>

#include "common/layers.h"

namespace bora::tools {

/// Inputs with their targets.
struct NetworkData {
  Eigen::MatrixXd X;  ///< n x inputs
  Eigen::MatrixXd T;  ///< n x outputs
};

/// Network that computes scale * (V tanh(W x + a) + b). Its weights are one vector: the columns of [W a],
/// then those of [V b].
class LayerNetwork {
 public:
  /// scale: factor of the outputs, for targets that reach from -scale to scale.
  LayerNetwork(int inputs, int neurons, int outputs, double scale = 1);

  int weights() const { return neurons_ * (inputs_ + 1) + outputs_ * (neurons_ + 1); }
  /// Draws first weights: for the neurons as Nguyen and Widrow (1990), for inputs in [-1, 1] and the range
  /// [-2, 2] of tanh in which MATLAB's initnw spreads them; for the outputs uniformly from [-1, 1].
  Eigen::VectorXd draw_weights(std::uint64_t seed) const;
  /// Returns the outputs, n x outputs.
  Eigen::MatrixXd outputs(const Eigen::VectorXd& weights, const Eigen::MatrixXd& X) const;
  /// Returns the Jacobian of the first output, n x weights. The network must have one output.
  Eigen::MatrixXd jacobian(const Eigen::VectorXd& weights, const Eigen::MatrixXd& X) const;
  /// Returns the gradient of the sum of slopes(i, k) * output(i, k). slopes: n x outputs.
  Eigen::VectorXd gradient(const Eigen::VectorXd& weights, const Eigen::MatrixXd& X,
                           const Eigen::MatrixXd& slopes) const;

 private:
  int inputs_, neurons_, outputs_;
  double scale_;
};

/// Returns the mean of (T - outputs)^2 over all inputs and outputs.
double squared_error(const LayerNetwork& network, const Eigen::VectorXd& weights, const NetworkData& data);
/// Returns the mean of -T log(p) over all inputs and outputs, where p is the softmax of the outputs of an
/// input. It is 1 / outputs of the mean for an input, as MATLAB's crossentropy.
double cross_entropy(const LayerNetwork& network, const Eigen::VectorXd& weights, const NetworkData& data);
/// Returns the gradient of cross_entropy(), and sets `error` to its value.
Eigen::VectorXd cross_entropy_gradient(const LayerNetwork& network, const Eigen::VectorXd& weights,
                                       const NetworkData& data, double& error);

/// Settings of a training.
struct NetworkTraining {
  double damping = 1e-3;          ///< first damping factor, > 0
  double decrease = 0.1;          ///< factor of the damping after a good step, in (0, 1]
  double increase = 10;           ///< factor of the damping after a bad step, > 1
  int epochs = 1000;              ///< largest number of steps that are tried
  int failures = 10;              ///< number of steps in a row without a smaller validation error that end it
  double least_gradient = 1e-15;  ///< norm of the gradient that ends the training
};

/// Trained network.
struct TrainedNetwork {
  Eigen::VectorXd weights;      ///< weights with the smallest error on the validation data
  double error = 0;             ///< error on the training data after the last step
  double validation_error = 0;  ///< error of `weights` on the validation data
  int epochs = 0;               ///< number of steps
};

/// Returns the step (J'J + damping I)^-1 J' errors. J: n x weights; errors: n. Solves a system of the smaller
/// of the two sizes. The result is not finite if the system is singular.
Eigen::VectorXd damped_step(const Eigen::MatrixXd& J, const Eigen::VectorXd& errors, double damping);

/// Trains a network with one output: minimises squared_error() by the method of Levenberg and Marquardt, as
/// MATLAB's trainlm does. The damping grows until a step lowers the error on the training data, and shrinks
/// after it. The training also ends if the damping exceeds 1e10.
TrainedNetwork train_levenberg_marquardt(const LayerNetwork& network, Eigen::VectorXd weights,
                                         const NetworkData& train, const NetworkData& validation,
                                         const NetworkTraining& training);

/// Trains a classifier: minimises cross_entropy() by scaled conjugate gradients (Moller 1993, steps 1 to 9).
/// The damping is multiplied by `increase` if a step lowers the error by less than a quarter of what the
/// quadratic model predicts, and by `decrease` if by three quarters or more. (Moller 1993 adds an amount that
/// depends on the curvature in the first case, and divides by 4 in the second.) Steps that raise the error
/// are not taken, but count as epochs.
TrainedNetwork train_conjugate_gradients(const LayerNetwork& network, Eigen::VectorXd weights,
                                         const NetworkData& train, const NetworkData& validation,
                                         const NetworkTraining& training);

}  // namespace bora::tools
