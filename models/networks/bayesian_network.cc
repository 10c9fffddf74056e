#include "models/networks/bayesian_network.h"

#include <cmath>
#include <numbers>

#include "common/error.h"
#include "common/number.h"
#include "common/random.h"
#include "models/networks/bayesian_modules.h"
#include "models/training/training_state.h"
#include "models/victims/torch/torch_runtime.h"

namespace bora::models {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

torch::Tensor to_tensor(const MatrixXd& matrix) {
  RowMatrix rows = matrix;
  return torch::from_blob(rows.data(), {rows.rows(), rows.cols()}, torch::kFloat64).clone();
}

void append(std::vector<double>& out, const torch::Tensor& tensor) {
  const auto flat = tensor.detach().contiguous();
  out.insert(out.end(), flat.data_ptr<double>(), flat.data_ptr<double>() + flat.numel());
}

}  // namespace

struct BayesianRegression::Implementation {
  MeanFieldOptions options;
  torch::Tensor X, y;
  std::shared_ptr<MeanFieldNetwork> module;
  std::unique_ptr<torch::optim::Adam> optimiser;
  torch::Tensor log_noise;  // log sigma_y, 1
  int step = 0;

  ModuleState state() const { return {module->parameters(), module->buffers()}; }
  // Returns the parameters in the documented order.
  std::vector<torch::Tensor> ordered() const {
    std::vector<torch::Tensor> all;
    for (const auto& layer : module->layers()) all.insert(all.end(), {layer->mean, layer->log_deviation});
    all.push_back(log_noise);
    return all;
  }
  torch::Tensor log_likelihood(const torch::Tensor& outputs, const torch::Tensor& targets) const {
    const auto error = (outputs.squeeze(-1) - targets) * torch::exp(-log_noise);
    return (-0.5 * std::log(2 * std::numbers::pi) - log_noise - 0.5 * error * error).mean(0).sum();
  }
  void run_step() {
    const auto places = minibatch(X.size(0), options.batch, step, options.seed);
    const auto rows = torch::tensor(places);
    const auto x = X.index_select(0, rows), targets = y.index_select(0, rows);
    if (options.hyper_prior) module->update_priors();
    const auto noise =
        module->draws(options.train_samples, x.size(0),
                      mix_seed(mix_seed(options.seed, "draws"), static_cast<std::uint64_t>(step)));
    const double scale = 1.0 / static_cast<double>(places.size());
    auto loss = module->divergence() / static_cast<double>(X.size(0)) -
                scale * log_likelihood(module->sampled(x, noise), targets);
    const double value = loss.item<double>();
    if (!std::isfinite(value)) throw InputError("the loss is {} at step {}", value, step + 1);
    optimiser->zero_grad();
    loss.backward();
    optimiser->step();
    ++step;
  }
};

BayesianRegression::BayesianRegression(const MeanFieldOptions& options, const MatrixXd& X, const VectorXd& y)
    : implementation_(std::make_unique<Implementation>()) {
  if (X.rows() < 1 || X.cols() < 1 || X.rows() != y.size())
    throw InputError("training data: {} inputs of {} features and {} targets, expected as many of both",
                     X.rows(), X.cols(), y.size());
  const GradientScope scope;
  auto& self = *implementation_;
  self.options = options;
  self.X = to_tensor(X);
  self.y = to_tensor(y).squeeze(-1);
  self.module = std::make_shared<MeanFieldNetwork>(options, static_cast<int>(X.cols()), 1);
  self.module->to(torch::kFloat64);
  self.log_noise = self.module->register_parameter(
      "log_noise", torch::full({1}, std::log(options.initial_noise), torch::kFloat64));
  const torch::NoGradGuard no_grad;
  for (std::size_t i = 0; i < self.module->layers().size(); ++i) {
    auto& layer = *self.module->layers()[i];
    Rng rng(mix_seed(mix_seed(options.seed, "weights"), i));
    // He-normal before a rectifier; smaller in the output layer, which has none.
    const double gain = i + 1 < self.module->layers().size() ? 2.0 : 1.0;
    const double deviation = std::sqrt(gain / layer.inputs());
    auto values = layer.mean.accessor<double, 2>();
    for (int unit = 0; unit < layer.outputs(); ++unit)
      for (int input = 0; input < layer.inputs(); ++input) values[unit][input] = deviation * rng.normal();
  }
  if (options.hyper_prior) self.module->update_priors();
  self.optimiser = std::make_unique<torch::optim::Adam>(adam(*self.module, options.learning_rate));
}

BayesianRegression::~BayesianRegression() = default;
BayesianRegression::BayesianRegression(BayesianRegression&&) noexcept = default;
BayesianRegression& BayesianRegression::operator=(BayesianRegression&&) noexcept = default;

int BayesianRegression::step() const {
  return implementation_->step;
}

void BayesianRegression::advance(int until, const std::function<bool(int)>& after) {
  const GradientScope scope;
  while (implementation_->step < until) {
    implementation_->run_step();
    if (after && !after(implementation_->step)) return;
  }
}

std::string BayesianRegression::state() const {
  const InferenceScope scope;
  return fmt::format("{}\n", implementation_->step) +
         training_state(implementation_->state(), {}, *implementation_->optimiser);
}

void BayesianRegression::set_state(const std::string& bytes) {
  const InferenceScope scope;
  std::string_view front = bytes;
  const auto end = bytes.find('\n');
  const int step = end == std::string::npos ? -1 : take_number<int>(front).value_or(-1);
  if (step < 0) throw InputError("a checkpoint of another network or another version");
  restore_training_state(bytes.substr(end + 1), implementation_->state(), {}, *implementation_->optimiser);
  implementation_->step = step;
}

MatrixXd BayesianRegression::predictions(const MatrixXd& X, std::uint64_t draw) const {
  const InferenceScope scope;
  const auto& self = *implementation_;
  if (X.cols() != self.X.size(1))
    throw InputError("inputs: {} features, expected {}", X.cols(), self.X.size(1));
  const auto noise = self.module->draws(self.options.test_samples, X.rows(),
                                        mix_seed(mix_seed(self.options.seed, "test"), draw));
  const auto out = self.module->sampled(to_tensor(X), noise).squeeze(-1).contiguous();
  return Eigen::Map<const RowMatrix>(out.data_ptr<double>(), out.size(0), out.size(1));
}

RegressionScore BayesianRegression::score(const MatrixXd& X, const VectorXd& y, std::uint64_t draw) const {
  const MatrixXd f = predictions(X, draw);
  const double sigma = noise();
  const MatrixXd exponents = -0.5 * ((f.rowwise() - y.transpose()) / sigma).array().square();
  const Eigen::RowVectorXd largest = exponents.colwise().maxCoeff();
  const Eigen::RowVectorXd sums =
      (exponents.rowwise() - largest).array().exp().colwise().mean().log().matrix() + largest;
  const double constant = 0.5 * std::log(2 * std::numbers::pi) + std::log(sigma);
  return {sums.mean() - constant, std::sqrt((f.colwise().mean().transpose() - y).array().square().mean())};
}

double BayesianRegression::noise() const {
  return std::exp(implementation_->log_noise.item<double>());
}

std::vector<double> BayesianRegression::prior_variances() const {
  std::vector<double> all;
  for (const auto& layer : implementation_->module->layers()) all.push_back(layer->prior.item<double>());
  return all;
}

std::vector<std::vector<double>> BayesianRegression::unit_divergences() const {
  return implementation_->module->unit_divergences();
}

std::vector<double> BayesianRegression::parameters() const {
  std::vector<double> all;
  for (const auto& tensor : implementation_->ordered()) append(all, tensor);
  return all;
}

void BayesianRegression::set_parameters(const std::vector<double>& values) {
  const torch::NoGradGuard no_grad;
  std::size_t at = 0;
  for (auto& tensor : implementation_->ordered()) {
    if (at + tensor.numel() > values.size())
      throw InputError("parameters: got {}, expected more", values.size());
    std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(at), tensor.numel(), tensor.data_ptr<double>());
    at += static_cast<std::size_t>(tensor.numel());
  }
  if (at != values.size()) throw InputError("parameters: got {}, expected {}", values.size(), at);
}

void BayesianRegression::update_priors() {
  implementation_->module->update_priors();
}

ElboTerms BayesianRegression::elbo(const std::vector<std::vector<double>>& draws) const {
  const GradientScope scope;
  const auto& self = *implementation_;
  std::vector<torch::Tensor> noise;
  for (std::size_t i = 0; i < self.module->layers().size(); ++i)
    noise.push_back(torch::tensor(draws.at(i), torch::kFloat64)
                        .view({-1, self.X.size(0), self.module->layers()[i]->outputs()}));
  const auto likelihood = self.log_likelihood(self.module->sampled(self.X, noise), self.y);
  const auto divergence = self.module->divergence();
  ElboTerms terms{likelihood.item<double>(), divergence.item<double>(), {}};
  for (const auto& gradient : torch::autograd::grad({divergence - likelihood}, self.ordered()))
    append(terms.gradient, gradient);
  return terms;
}

}  // namespace bora::models
