// Fully connected networks of sigmoids, trained by plain stochastic gradient descent.
#pragma once

#include <functional>
#include <vector>

#include <Eigen/Core>

#include "common/layers.h"
#include "common/random.h"

namespace bora::nas {

/// Points with the answers that a network is to give: one column for each point.
struct LabelledPoints {
  Eigen::MatrixXd inputs;   ///< d x n
  Eigen::MatrixXd targets;  ///< c x n, 1 in the row of the point's class and 0 elsewhere

  int size() const { return static_cast<int>(inputs.cols()); }
};

struct SigmoidTraining {
  int epochs = 100;    ///< >= 1
  double rate = 0.05;  ///< learning rate, > 0
  void check() const;  ///< throws InputError naming the field
};

/// A network a[l] = sigmoid(W[l] a[l-1] + b[l]) whose cost of one point is half the squared distance of its
/// answer from the target (Twist, "Optimisation of Neural Network Architecture", 2019, eqs. 1 to 4).
class SigmoidNetwork {
 public:
  /// Gradients of the cost of one point, which have one matrix and one vector for each layer.
  struct Gradient {
    std::vector<Eigen::MatrixXd> weights;
    std::vector<Eigen::VectorXd> biases;
  };

  /// widths: of the input, of each hidden layer and of the output; hidden layers of width 0 are left out.
  /// Weights and biases are standard normal draws. Throws InputError.
  SigmoidNetwork(const std::vector<int>& widths, Rng& rng);

  int layers() const { return static_cast<int>(weights_.size()); }
  std::vector<Eigen::MatrixXd>& weights() { return weights_; }
  std::vector<Eigen::VectorXd>& biases() { return biases_; }
  /// Returns the outputs for each column of X, c x n.
  Eigen::MatrixXd answers(const Eigen::MatrixXd& X) const;
  /// Returns the mean cost of points, C(Theta) there.
  double cost(const LabelledPoints& points) const;
  /// Returns the share of points whose largest answer is that of their class.
  double accuracy(const LabelledPoints& points) const;
  /// Returns the gradient of the cost of one point, computed by back propagation (eqs. 11 to 14).
  Gradient gradient(const Eigen::VectorXd& x, const Eigen::VectorXd& y) const;
  /// Trains by algorithm 3: each epoch takes a step for every point, in a new random order. after_epoch:
  /// called with the number of the epoch, from 1.
  void train(const LabelledPoints& points, const SigmoidTraining& training, Rng& rng,
             const std::function<void(int)>& after_epoch = {});

 private:
  std::vector<Eigen::VectorXd> activations(const Eigen::VectorXd& x) const;

  std::vector<Eigen::MatrixXd> weights_;
  std::vector<Eigen::VectorXd> biases_;
};

}  // namespace bora::nas
