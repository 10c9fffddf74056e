#include "benchmarks/optimisers/layer_network.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <Eigen/Cholesky>

#include "common/random.h"

namespace bora::tools {
namespace {

using Eigen::Map, Eigen::MatrixXd, Eigen::VectorXd;

MatrixXd hidden_values(const Map<const MatrixXd>& hidden, const MatrixXd& X) {
  const auto inputs = X.cols();
  return ((X * hidden.leftCols(inputs).transpose()).rowwise() + hidden.col(inputs).transpose())
      .array()
      .tanh();
}

// Returns the logarithms of the softmax of each row.
MatrixXd log_softmax(MatrixXd outputs) {
  outputs.colwise() -= outputs.rowwise().maxCoeff().eval();
  const VectorXd logs = outputs.array().exp().rowwise().sum().log();
  outputs.colwise() -= logs;
  return outputs;
}

// Keeps the best weights on the validation data.
class EarlyStop {
 public:
  EarlyStop(VectorXd weights, double error, int failures)
      : weights_(std::move(weights)), error_(error), failures_(failures) {}
  // Notes the error after a step, and returns whether to go on.
  bool note(const VectorXd& weights, double error) {
    if (error < error_) {
      weights_ = weights, error_ = error, failed_ = 0;
    } else {
      ++failed_;
    }
    return failed_ < failures_;
  }
  TrainedNetwork result(double error, int epochs) && { return {std::move(weights_), error, error_, epochs}; }

 private:
  VectorXd weights_;
  double error_;
  int failures_, failed_ = 0;
};

}  // namespace

LayerNetwork::LayerNetwork(int inputs, int neurons, int outputs, double scale)
    : inputs_(inputs), neurons_(neurons), outputs_(outputs), scale_(scale) {}

VectorXd LayerNetwork::draw_weights(std::uint64_t seed) const {
  constexpr double kRange = 2;
  Rng rng(mix_seed(seed, "weights"));
  VectorXd weights(this->weights());
  for (double& weight : weights) weight = rng.uniform(-1, 1);
  Map<MatrixXd> hidden(weights.data(), neurons_, inputs_ + 1);
  const double magnitude = kRange * 0.7 * std::pow(neurons_, 1.0 / inputs_);
  for (int i = 0; i < neurons_; ++i) {
    hidden.row(i).head(inputs_) *= magnitude / hidden.row(i).head(inputs_).norm();
    const double place = neurons_ == 1 ? 0 : 2.0 * i / (neurons_ - 1) - 1;
    hidden(i, inputs_) = magnitude * std::copysign(place, place * hidden(i, 0));
  }
  return weights;
}

MatrixXd LayerNetwork::outputs(const VectorXd& weights, const MatrixXd& X) const {
  const Map<const MatrixXd> hidden(weights.data(), neurons_, inputs_ + 1);
  const Map<const MatrixXd> last(weights.data() + hidden.size(), outputs_, neurons_ + 1);
  return scale_ * ((hidden_values(hidden, X) * last.leftCols(neurons_).transpose()).rowwise() +
                   last.col(neurons_).transpose());
}

MatrixXd LayerNetwork::jacobian(const VectorXd& weights, const MatrixXd& X) const {
  const Map<const MatrixXd> hidden(weights.data(), neurons_, inputs_ + 1);
  const auto last = weights.tail(neurons_ + 1);
  const MatrixXd values = hidden_values(hidden, X);
  const MatrixXd slopes = (1 - values.array().square()).rowwise() * last.head(neurons_).transpose().array();
  MatrixXd J(X.rows(), this->weights());
  for (int j = 0; j < inputs_; ++j)
    J.middleCols(j * neurons_, neurons_) = slopes.array().colwise() * X.col(j).array();
  J.middleCols(inputs_ * neurons_, neurons_) = slopes;
  J.middleCols((inputs_ + 1) * neurons_, neurons_) = values;
  J.rightCols(1).setOnes();
  return scale_ * J;
}

VectorXd LayerNetwork::gradient(const VectorXd& weights, const MatrixXd& X, const MatrixXd& slopes) const {
  const Map<const MatrixXd> hidden(weights.data(), neurons_, inputs_ + 1);
  const Map<const MatrixXd> last(weights.data() + hidden.size(), outputs_, neurons_ + 1);
  const MatrixXd values = hidden_values(hidden, X);
  const MatrixXd back = (slopes * last.leftCols(neurons_)).array() * (1 - values.array().square());
  VectorXd gradient(this->weights());
  Map<MatrixXd> of_hidden(gradient.data(), neurons_, inputs_ + 1);
  Map<MatrixXd> of_last(gradient.data() + hidden.size(), outputs_, neurons_ + 1);
  of_hidden.leftCols(inputs_) = back.transpose() * X;
  of_hidden.col(inputs_) = back.colwise().sum().transpose();
  of_last.leftCols(neurons_) = slopes.transpose() * values;
  of_last.col(neurons_) = slopes.colwise().sum().transpose();
  return scale_ * gradient;
}

double squared_error(const LayerNetwork& network, const VectorXd& weights, const NetworkData& data) {
  return (data.T - network.outputs(weights, data.X)).array().square().mean();
}

double cross_entropy(const LayerNetwork& network, const VectorXd& weights, const NetworkData& data) {
  return -(data.T.array() * log_softmax(network.outputs(weights, data.X)).array()).mean();
}

VectorXd cross_entropy_gradient(const LayerNetwork& network, const VectorXd& weights, const NetworkData& data,
                                double& error) {
  const MatrixXd logs = log_softmax(network.outputs(weights, data.X));
  error = -(data.T.array() * logs.array()).mean();
  const MatrixXd slopes = (logs.array().exp() - data.T.array()) / static_cast<double>(data.T.size());
  return network.gradient(weights, data.X, slopes);
}

VectorXd damped_step(const MatrixXd& J, const VectorXd& errors, double damping) {
  const bool wide = J.rows() < J.cols();
  const auto size = std::min(J.rows(), J.cols());
  MatrixXd system = MatrixXd::Zero(size, size);
  if (wide) {
    system.selfadjointView<Eigen::Lower>().rankUpdate(J);
  } else {
    system.selfadjointView<Eigen::Lower>().rankUpdate(J.transpose());
  }
  system.diagonal().array() += damping;
  const Eigen::LLT<MatrixXd> factor(system);
  if (factor.info() != Eigen::Success)
    return VectorXd::Constant(J.cols(), std::numeric_limits<double>::quiet_NaN());
  // (J'J + damping I)^-1 J' = J' (JJ' + damping I)^-1
  if (wide) return J.transpose() * factor.solve(errors);
  return factor.solve(J.transpose() * errors);
}

TrainedNetwork train_levenberg_marquardt(const LayerNetwork& network, VectorXd weights,
                                         const NetworkData& train, const NetworkData& validation,
                                         const NetworkTraining& training) {
  constexpr double kLeastDamping = 1e-20, kMostDamping = 1e10;  // both as in trainlm
  EarlyStop best(weights, squared_error(network, weights, validation), training.failures);
  double error = squared_error(network, weights, train), damping = training.damping;
  int epoch = 0;
  for (bool going = true; going && epoch < training.epochs; ++epoch) {
    const MatrixXd J = network.jacobian(weights, train.X);
    const VectorXd errors = train.T - network.outputs(weights, train.X);
    if (2 * (J.transpose() * errors).norm() / static_cast<double>(errors.size()) < training.least_gradient)
      break;
    for (;; damping *= training.increase) {
      if (damping > kMostDamping) return std::move(best).result(error, epoch);
      const VectorXd moved = weights + damped_step(J, errors, damping);
      const double after = squared_error(network, moved, train);
      if (!(after < error)) continue;
      weights = moved, error = after;
      damping = std::max(damping * training.decrease, kLeastDamping);
      break;
    }
    going = best.note(weights, squared_error(network, weights, validation));
  }
  return std::move(best).result(error, epoch);
}

TrainedNetwork train_conjugate_gradients(const LayerNetwork& network, VectorXd weights,
                                         const NetworkData& train, const NetworkData& validation,
                                         const NetworkTraining& training) {
  constexpr double kStep = 5e-5;  // sigma, as in MATLAB's trainscg
  constexpr double kLeastDamping = 1e-15, kMostDamping = 1e100;
  EarlyStop best(weights, cross_entropy(network, weights, validation), training.failures);
  double error = 0, damping = training.damping, curvature = 0, unused = 0;
  VectorXd slope = cross_entropy_gradient(network, weights, train, error), direction = -slope;
  bool moved = true;
  int epoch = 0;
  Eigen::Index steps = 0;  // since the direction was last that of the gradient
  for (; epoch < training.epochs; ++epoch) {
    if (slope.norm() < training.least_gradient) break;
    if (slope.dot(direction) >= 0) direction = -slope, steps = 0, moved = true;
    const double along = slope.dot(direction), length = direction.squaredNorm();
    if (moved) {
      const double step = kStep / std::sqrt(length);
      curvature =
          direction.dot(cross_entropy_gradient(network, weights + step * direction, train, unused) - slope) /
          step;
    }
    double scaled = curvature + damping * length;
    if (scaled <= 0) {
      damping = -2 * curvature / length;
      scaled = -curvature;
    }
    const VectorXd trial = weights - along / scaled * direction;
    double after = 0;
    const VectorXd slope_after = cross_entropy_gradient(network, trial, train, after);
    const double comparison = 2 * scaled * (error - after) / (along * along);
    moved = comparison >= 0;
    if (comparison >= 0.75) {
      damping = std::max(damping * training.decrease, kLeastDamping);
    } else if (!(comparison >= 0.25)) {
      damping = std::min(damping * training.increase, kMostDamping);
    }
    if (!moved) continue;
    weights = trial, error = after;
    if (++steps == weights.size()) {
      direction = -slope_after, steps = 0;
    } else {
      direction = -slope_after + (slope_after.squaredNorm() - slope_after.dot(slope)) / -along * direction;
    }
    slope = slope_after;
    if (!best.note(weights, cross_entropy(network, weights, validation))) {
      ++epoch;
      break;
    }
  }
  return std::move(best).result(error, epoch);
}

}  // namespace bora::tools
