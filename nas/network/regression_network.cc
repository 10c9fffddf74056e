#include "nas/network/regression_network.h"

#include <algorithm>
#include <cmath>

#include "common/error.h"
#include "common/random.h"
#include "common/setting_error.h"

namespace bora::nas {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kLeak = 0.01;
constexpr double kMomentum = 0.9, kMostNorm = 5;  // largest norm of gradients, in training

double activated(const std::string& activation, double z) {
  if (activation == "relu") return std::max(z, 0.0);
  if (activation == "leaky-relu") return z > 0 ? z : kLeak * z;
  if (activation == "elu") return z > 0 ? z : std::expm1(z);
  if (activation == "softplus") return z > 0 ? z + std::log1p(std::exp(-z)) : std::log1p(std::exp(z));
  if (activation == "logistic") return 1 / (1 + std::exp(-z));
  if (activation == "tanh") return std::tanh(z);
  return z;
}
// Returns the derivative of the activation at z.
double slope(const std::string& activation, double z) {
  if (activation == "relu") return z > 0 ? 1 : 0;
  if (activation == "leaky-relu") return z > 0 ? 1 : kLeak;
  if (activation == "elu") return z > 0 ? 1 : std::exp(z);
  if (activation == "softplus") return 1 / (1 + std::exp(-z));
  if (activation == "logistic") {
    const double a = activated(activation, z);
    return a * (1 - a);
  }
  if (activation == "tanh") {
    const double a = std::tanh(z);
    return 1 - a * a;
  }
  return 1;
}

}  // namespace

// Result of a forward pass over n inputs.
struct RegressionNetwork::Pass {
  std::vector<MatrixXd> at;     // output of each node, the input first, n x width
  std::vector<MatrixXd> taken;  // input of each layer, n x in
  std::vector<MatrixXd> sums;   // weighted sums of each layer before the activation, n x out
  VectorXd predictions;
};

void RegressionTraining::check() const {
  check_range("epochs", epochs, 1);
  check_range("batch", batch, 1);
  if (!(learning_rate > 0) || std::isinf(learning_rate))
    throw InputError("learning_rate: {} is not positive", learning_rate);
}

RegressionNetwork::RegressionNetwork(const LayeredSpace& space, const Architecture& architecture, int inputs,
                                     std::uint64_t seed)
    : inputs_(inputs) {
  check_range("inputs", inputs, 1);
  if (space.grammar().images)
    throw InputError("space: {} has networks of images, expected mlp", space.name());
  const LayeredNetwork network = space.network(architecture);
  const DagNeighbours around(network.graph);
  Eigen::Index count = 0;
  for (int v = 1; v + 1 < network.nodes(); ++v) {
    const auto i = static_cast<std::size_t>(v);
    const Operation& operation = space.grammar().operation(network, v);
    Layer layer;
    const bool decides = operation.kind == Operation::Kind::decision;
    layer.activation = decides ? "" : operation.name;
    layer.sources = around.before[i];
    for (const int u : layer.sources)
      layer.in += u == 0 ? inputs : layers_[static_cast<std::size_t>(u) - 1].out;
    layer.out = decides ? 1 : network.units[i];
    layer.place = count;
    count += static_cast<Eigen::Index>(layer.out) * (layer.in + 1);
    decisions_ += decides ? 1 : 0;
    layers_.push_back(std::move(layer));
  }
  parameters_ = VectorXd::Zero(count);
  Rng rng(mix_seed(seed, "weights"));
  for (const Layer& layer : layers_) {
    const double deviation = (layer.activation.empty() ? 1 : std::sqrt(2.0)) / std::sqrt(layer.in);
    for (Eigen::Index k = 0; k < static_cast<Eigen::Index>(layer.out) * layer.in; ++k)
      parameters_[layer.place + k] = deviation * rng.normal();
  }
}

void RegressionNetwork::set_parameters(const VectorXd& parameters) {
  if (parameters.size() != parameters_.size())
    throw InputError("parameters: got {}, expected {}", parameters.size(), parameters_.size());
  parameters_ = parameters;
}

RegressionNetwork::Pass RegressionNetwork::forward(const MatrixXd& X) const {
  if (X.cols() != inputs_) throw InputError("inputs: got {} features, expected {}", X.cols(), inputs_);
  Pass pass;
  pass.at.push_back(X);
  pass.predictions = VectorXd::Zero(X.rows());
  for (const Layer& layer : layers_) {
    MatrixXd taken(X.rows(), layer.in);
    Eigen::Index column = 0;
    for (const int u : layer.sources) {
      const MatrixXd& from = pass.at[static_cast<std::size_t>(u)];
      taken.middleCols(column, from.cols()) = from;
      column += from.cols();
    }
    const Eigen::Map<const MatrixXd> W(parameters_.data() + layer.place, layer.out, layer.in);
    const auto bias = parameters_.segment(layer.place + W.size(), layer.out);
    MatrixXd sums = (taken * W.transpose()).rowwise() + bias.transpose();
    pass.at.push_back(sums.unaryExpr([&](double z) { return activated(layer.activation, z); }));
    if (layer.activation.empty()) pass.predictions += sums.col(0) / decisions_;
    pass.taken.push_back(std::move(taken));
    pass.sums.push_back(std::move(sums));
  }
  return pass;
}

VectorXd RegressionNetwork::predict(const MatrixXd& X) const {
  return forward(X).predictions;
}

double RegressionNetwork::error(const MatrixXd& X, const VectorXd& y) const {
  return (predict(X) - y).squaredNorm() / static_cast<double>(y.size());
}

VectorXd RegressionNetwork::gradient(const MatrixXd& X, const VectorXd& y, double& value) const {
  const Pass pass = forward(X);
  const VectorXd off = pass.predictions - y;
  const auto n = static_cast<double>(y.size());
  value = off.squaredNorm() / n;
  VectorXd gradient(parameters_.size());
  // Derivatives of the error with respect to the outputs of the nodes.
  std::vector<MatrixXd> slopes;
  for (const MatrixXd& each : pass.at) slopes.push_back(MatrixXd::Zero(each.rows(), each.cols()));
  for (std::size_t l = layers_.size(); l-- > 0;) {
    const Layer& layer = layers_[l];
    MatrixXd of_sums = layer.activation.empty() ? MatrixXd(2 / (n * decisions_) * off)
                                                : MatrixXd(slopes[l + 1].cwiseProduct(pass.sums[l].unaryExpr(
                                                      [&](double z) { return slope(layer.activation, z); })));
    const Eigen::Map<const MatrixXd> W(parameters_.data() + layer.place, layer.out, layer.in);
    Eigen::Map<MatrixXd>(gradient.data() + layer.place, layer.out, layer.in) =
        of_sums.transpose() * pass.taken[l];
    gradient.segment(layer.place + W.size(), layer.out) = of_sums.colwise().sum().transpose();
    const MatrixXd of_taken = of_sums * W;
    Eigen::Index column = 0;
    for (const int u : layer.sources) {
      MatrixXd& to = slopes[static_cast<std::size_t>(u)];
      to += of_taken.middleCols(column, to.cols());
      column += to.cols();
    }
  }
  return gradient;
}

void train(RegressionNetwork& network, const RegressionTraining& training, const MatrixXd& X,
           const VectorXd& y, const MatrixXd& V, const VectorXd& v,
           const std::function<bool(int, int, int, const RegressionEpoch&)>& after) {
  training.check();
  const auto n = static_cast<int>(X.rows());
  const int batch = std::min(training.batch, n), steps = (n + batch - 1) / batch;
  VectorXd theta = network.parameters(), velocity = VectorXd::Zero(theta.size()), best = theta;
  double least = std::numeric_limits<double>::infinity();
  bool more = true;
  for (int epoch = 1; epoch <= training.epochs && more; ++epoch) {
    Rng rng(mix_seed(mix_seed(training.seed, "order"), static_cast<std::uint64_t>(epoch)));
    const std::vector<int> order = rng.permutation(n);
    RegressionEpoch figures;
    double sum = 0;
    int seen = 0;
    for (int step = 1; step <= steps && more; ++step) {
      const int count = std::min(batch, n - seen);
      const std::vector<int> rows(order.begin() + seen, order.begin() + seen + count);
      VectorXd gradient = network.gradient(X(rows, Eigen::all), y(rows), figures.last_loss);
      if (!std::isfinite(figures.last_loss) || !gradient.allFinite())
        throw InputError("the training diverged in epoch {}", epoch);
      if (const double norm = gradient.norm(); norm > kMostNorm) gradient *= kMostNorm / norm;
      velocity = kMomentum * velocity - training.learning_rate * gradient;
      theta += velocity;
      network.set_parameters(theta);
      seen += count;
      sum += figures.last_loss * count;
      figures.loss = sum / seen;
      if (step == steps) {
        figures.validation_loss = network.error(V, v);
        if (!std::isfinite(figures.validation_loss))
          throw InputError("the training diverged in epoch {}", epoch);
        if (figures.validation_loss < least) {
          least = figures.validation_loss;
          best = theta;
        }
      }
      more = after(epoch, step, steps, figures);
    }
  }
  network.set_parameters(best);
}

}  // namespace bora::nas
