// Fully connected networks with sigmoids, trained by plain stochastic gradient descent.
#pragma once

#include <functional>
#include <vector>

#include <Eigen/Core>

#include "common/layers.h"
#include "common/random.h"

namespace bora::nas {

/// n points with their classes; each column is a point.
struct LabelledPoints {
  Eigen::MatrixXd inputs;   ///< d x n
  Eigen::MatrixXd targets;  ///< c x n, 1 in the row of the point's class and 0 elsewhere

  int size() const { return static_cast<int>(inputs.cols()); }
};

/// Settings of the training.
struct SigmoidTraining {
  int epochs = 100;    ///< number of epochs, >= 1
  double rate = 0.05;  ///< learning rate, > 0
  void check() const;  ///< throws InputError naming the field
};

/// Network of layers a[l] = sigmoid(W[l] a[l-1] + b[l]). The cost of one point is half the squared distance
/// of its output from the target (Twist, "Optimisation of Neural Network Architecture", 2019, eqs. 1 to 4).
class SigmoidNetwork {
 public:
  /// Gradient of the cost of one point with respect to the weights and biases of each layer.
  struct Gradient {
    std::vector<Eigen::MatrixXd> weights;
    std::vector<Eigen::VectorXd> biases;
  };

  /// Makes a network whose weights and biases are standard normal draws. widths: widths of the input, of each
  /// hidden layer and of the output; hidden layers of width 0 are left out. Throws InputError.
  SigmoidNetwork(const std::vector<int>& widths, Rng& rng);

  int layers() const { return static_cast<int>(weights_.size()); }
  std::vector<Eigen::MatrixXd>& weights() { return weights_; }
  std::vector<Eigen::VectorXd>& biases() { return biases_; }
  /// Returns the outputs for each column of X, c x n.
  Eigen::MatrixXd answers(const Eigen::MatrixXd& X) const;
  /// Returns the mean cost of the points, C(Theta) in the paper.
  double cost(const LabelledPoints& points) const;
  /// Returns the fraction of points whose largest output is that of their class.
  double accuracy(const LabelledPoints& points) const;
  /// Returns the gradients of the cost of one point by back-propagation (eqs. 11 to 14). x: input, d; y:
  /// target, c.
  Gradient gradient(const Eigen::VectorXd& x, const Eigen::VectorXd& y) const;
  /// Trains by algorithm 3: each epoch takes one step for each point, in a new random order. after_epoch:
  /// called with the number of the epoch (1, 2, ...). Throws InputError.
  void train(const LabelledPoints& points, const SigmoidTraining& training, Rng& rng,
             const std::function<void(int)>& after_epoch = {});

 private:
  std::vector<Eigen::VectorXd> activations(const Eigen::VectorXd& x) const;

  std::vector<Eigen::MatrixXd> weights_;
  std::vector<Eigen::VectorXd> biases_;
};

}  // namespace bora::nas
