#include "nas/sigmoid/sigmoid_network.h"

#include <cmath>

#include "common/error.h"

namespace bora::nas {
namespace {

double sigmoid(double z) {
  return 1 / (1 + std::exp(-z));
}

// Returns the derivative of the sigmoid where its value is a.
Eigen::VectorXd slope(const Eigen::VectorXd& a) {
  return a.array() * (1 - a.array());
}

}  // namespace

void SigmoidTraining::check() const {
  if (epochs < 1) throw InputError("epochs: {} is below 1", epochs);
  if (!(rate > 0 && std::isfinite(rate))) throw InputError("rate: {} is not a positive number", rate);
}

SigmoidNetwork::SigmoidNetwork(const std::vector<int>& widths, Rng& rng) {
  if (widths.size() < 2 || widths.front() < 1 || widths.back() < 1)
    throw InputError("widths: expected at least 1 input and 1 output");
  int before = widths.front();
  for (std::size_t layer = 1; layer < widths.size(); ++layer) {
    const int width = widths[layer];
    if (width < 0) throw InputError("widths: {} is below 0", width);
    if (width == 0) continue;
    Eigen::MatrixXd W(width, before);
    for (Eigen::Index i = 0; i < W.size(); ++i) W.data()[i] = rng.normal();
    Eigen::VectorXd b(width);
    for (double& value : b) value = rng.normal();
    weights_.push_back(std::move(W));
    biases_.push_back(std::move(b));
    before = width;
  }
}

Eigen::MatrixXd SigmoidNetwork::answers(const Eigen::MatrixXd& X) const {
  Eigen::MatrixXd a = X;
  for (std::size_t l = 0; l < weights_.size(); ++l)
    a = ((weights_[l] * a).colwise() + biases_[l]).unaryExpr(&sigmoid).eval();
  return a;
}

double SigmoidNetwork::cost(const LabelledPoints& points) const {
  return 0.5 * (answers(points.inputs) - points.targets).squaredNorm() / points.size();
}

double SigmoidNetwork::accuracy(const LabelledPoints& points) const {
  const Eigen::MatrixXd found = answers(points.inputs);
  int right = 0;
  for (Eigen::Index i = 0; i < found.cols(); ++i) {
    Eigen::Index said = 0, wanted = 0;
    found.col(i).maxCoeff(&said);
    points.targets.col(i).maxCoeff(&wanted);
    right += said == wanted ? 1 : 0;
  }
  return static_cast<double>(right) / points.size();
}

std::vector<Eigen::VectorXd> SigmoidNetwork::activations(const Eigen::VectorXd& x) const {
  std::vector<Eigen::VectorXd> a{x};
  for (std::size_t l = 0; l < weights_.size(); ++l)
    a.push_back((weights_[l] * a.back() + biases_[l]).unaryExpr(&sigmoid));
  return a;
}

SigmoidNetwork::Gradient SigmoidNetwork::gradient(const Eigen::VectorXd& x, const Eigen::VectorXd& y) const {
  const auto a = activations(x);
  const std::size_t count = weights_.size();
  Gradient out{std::vector<Eigen::MatrixXd>(count), std::vector<Eigen::VectorXd>(count)};
  Eigen::VectorXd delta = slope(a.back()).cwiseProduct(a.back() - y);
  for (std::size_t l = count; l-- > 0;) {
    out.weights[l] = delta * a[l].transpose();
    out.biases[l] = delta;
    if (l > 0) delta = slope(a[l]).cwiseProduct(weights_[l].transpose() * delta).eval();
  }
  return out;
}

void SigmoidNetwork::train(const LabelledPoints& points, const SigmoidTraining& training, Rng& rng,
                           const std::function<void(int)>& after_epoch) {
  training.check();
  if (points.size() < 1) throw InputError("points: none to train on");
  if (points.inputs.rows() != weights_.front().cols() || points.targets.rows() != weights_.back().rows())
    throw InputError("points: {} inputs and {} outputs, the network has {} and {}", points.inputs.rows(),
                     points.targets.rows(), weights_.front().cols(), weights_.back().rows());
  for (int epoch = 1; epoch <= training.epochs; ++epoch) {
    for (const int k : rng.permutation(points.size())) {
      const Gradient step = gradient(points.inputs.col(k), points.targets.col(k));
      for (std::size_t l = 0; l < weights_.size(); ++l) {
        weights_[l] -= training.rate * step.weights[l];
        biases_[l] -= training.rate * step.biases[l];
      }
    }
    if (after_epoch) after_epoch(epoch);
  }
}

}  // namespace bora::nas
