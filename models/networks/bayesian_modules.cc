#include "models/networks/bayesian_modules.h"

#include <algorithm>
#include <cmath>

#include <ATen/CPUGeneratorImpl.h>

#include "common/error.h"
#include "common/random.h"

namespace bora::models {

void MeanFieldOptions::check() const {
  for (const int units : hidden)
    if (units < 1) throw InputError("hidden: got a layer of {} units, expected at least 1", units);
  const auto positive = [](const char* name, double value) {
    if (!(value > 0 && std::isfinite(value)))
      throw InputError("{}: got {}, expected a positive number", name, value);
  };
  positive("alpha", alpha);
  positive("beta", beta);
  positive("prior_variance", prior_variance);
  positive("initial_deviation", initial_deviation);
  positive("initial_noise", initial_noise);
  positive("learning_rate", learning_rate);
  for (const auto& [name, value] :
       {std::pair{"train_samples", train_samples}, {"test_samples", test_samples}, {"batch", batch}})
    if (value < 1) throw InputError("{}: got {}, expected at least 1", name, value);
}

namespace {

// Returns the least divergence of a layer's active units by the rule documented at active_units().
double activity_threshold(std::vector<double> divergences) {
  constexpr double kInactive = 0.01, kApart = 3;
  std::ranges::sort(divergences);
  std::vector<double> sums{0};  // cumulative sums of logarithms
  for (const double divergence : divergences)
    sums.push_back(sums.back() + std::log(std::max(divergence, 1e-12)));
  const auto n = static_cast<double>(divergences.size());
  double threshold = kInactive, largest = 0;
  for (std::size_t low = 1; low < divergences.size(); ++low) {
    const auto count = static_cast<double>(low);
    const double apart = (sums.back() - sums[low]) / (n - count) - sums[low] / count;
    const double between = count * (n - count) * apart * apart;
    if (apart < std::log(kApart) || between <= largest) continue;
    largest = between;
    threshold = std::max(kInactive, divergences[low]);
  }
  return threshold;
}

}  // namespace

std::vector<int> active_units(const std::vector<std::vector<double>>& divergences, double threshold) {
  std::vector<int> active;
  for (const auto& layer : divergences) {
    const double least = threshold > 0 ? threshold : activity_threshold(layer);
    active.push_back(static_cast<int>(
        std::ranges::count_if(layer, [&](double divergence) { return divergence >= least; })));
  }
  return active;
}

MeanFieldLinear::MeanFieldLinear(int inputs, int outputs, const MeanFieldOptions& options)
    : mean(register_parameter("mean", torch::zeros({outputs, inputs + 1}))),
      // One dimension, because the initialisation of a network's weights skips tensors of one dimension.
      log_deviation(torch::full({static_cast<std::int64_t>(outputs) * (inputs + 1)},
                                std::log(options.initial_deviation))),
      prior(register_buffer("prior", torch::full({1}, options.prior_variance))),
      inputs_(inputs),
      outputs_(outputs),
      point_(options.point) {
  log_deviation = point_ ? register_buffer("log_deviation", log_deviation)
                         : register_parameter("log_deviation", log_deviation);
}

torch::Tensor MeanFieldLinear::forward(const torch::Tensor& x, const torch::Tensor& noise) const {
  const auto gamma = torch::linear(x, mean.narrow(1, 0, inputs_), mean.select(1, inputs_));
  if (point_) return gamma;
  const auto variance = variances();
  const auto delta = torch::linear(x * x, variance.narrow(1, 0, inputs_), variance.select(1, inputs_));
  return gamma + torch::sqrt(delta) * noise;
}

torch::Tensor MeanFieldLinear::divergences() const {
  const auto variance = variances();
  return 0.5 * (torch::log(prior) - torch::log(variance) - 1 + (variance + mean * mean) / prior);
}

void MeanFieldLinear::update_prior(double alpha, double beta) {
  const torch::NoGradGuard no_grad;
  const auto trace = (variances() + mean * mean).sum();
  prior.copy_((trace + 2 * beta) / (static_cast<double>(mean.numel()) + 2 * alpha + 2));
}

MeanFieldNetwork::MeanFieldNetwork(const MeanFieldOptions& options, int inputs, int outputs)
    : options_(options) {
  options.check();
  if (options.point) options_.train_samples = options_.test_samples = 1;
  std::vector<int> units = options.hidden;
  units.push_back(outputs);
  for (std::size_t i = 0; i < units.size(); ++i) {
    names_.push_back(i + 1 < units.size() ? fmt::format("layer{}", i + 1) : "output");
    layers_.push_back(register_module(
        names_[i], std::make_shared<MeanFieldLinear>(i == 0 ? inputs : units[i - 1], units[i], options)));
  }
}

std::vector<torch::Tensor> MeanFieldNetwork::draws(int samples, std::int64_t rows, std::uint64_t seed) const {
  const auto generator = at::make_generator<at::CPUGeneratorImpl>(seed);
  std::vector<torch::Tensor> noise;
  for (const auto& layer : layers_)
    noise.push_back(torch::randn({samples, rows, layer->outputs()}, generator,
                                 layer->mean.options().requires_grad(false)));
  return noise;
}

void MeanFieldNetwork::fix_draws(std::uint64_t seed) {
  noise_ = draws(options_.test_samples, 1, seed);
  for (std::size_t i = 0; i < layers_.size(); ++i) layers_[i]->register_buffer("noise", noise_[i]);
}

torch::Tensor MeanFieldNetwork::sampled(const torch::Tensor& x,
                                        const std::vector<torch::Tensor>& noise) const {
  auto activation = x.unsqueeze(0);
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    if (i > 0) activation = torch::relu(activation);
    activation = layers_[i]->forward(activation, noise[i]);
  }
  return activation;
}

torch::Tensor MeanFieldNetwork::forward(const torch::Tensor& x) {
  const auto log_p = torch::log_softmax(sampled(torch::flatten(x, 1), noise_), -1);
  return torch::logsumexp(log_p, 0) - std::log(static_cast<double>(options_.test_samples));
}

std::string MeanFieldNetwork::script(const std::string& self) const {
  std::string text = "  x = torch.flatten(x, 1).unsqueeze(0)\n";
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    if (i > 0) text += "  x = torch.relu(x)\n";
    const std::string layer = self + "." + names_[i];
    const int inputs = layers_[i]->inputs();
    const std::string gamma =
        fmt::format("torch.matmul(x, {0}.mean[:, :{1}].t()) + {0}.mean[:, {1}]", layer, inputs);
    text += options_.point
                ? fmt::format("  x = {}\n", gamma)
                : fmt::format(
                      "  v = torch.exp(2 * {0}.log_deviation).view({2}, {3})\n"
                      "  x = {4} + torch.sqrt(torch.matmul(x * x, v[:, :{1}].t()) + v[:, {1}]) * {0}.noise\n",
                      layer, inputs, layers_[i]->outputs(), inputs + 1, gamma);
  }
  return text + fmt::format("  x = torch.logsumexp(torch.log_softmax(x, -1), 0) - {:.17g}\n",
                            std::log(static_cast<double>(options_.test_samples)));
}

torch::Tensor MeanFieldNetwork::divergence() const {
  auto sum = layers_[0]->divergences().sum();
  for (std::size_t i = 1; i < layers_.size(); ++i) sum = sum + layers_[i]->divergences().sum();
  return sum;
}

void MeanFieldNetwork::update_priors() {
  for (const auto& layer : layers_) layer->update_prior(options_.alpha, options_.beta);
}

std::vector<std::vector<double>> MeanFieldNetwork::unit_divergences() const {
  const torch::NoGradGuard no_grad;
  std::vector<std::vector<double>> all;
  for (std::size_t i = 0; i + 1 < layers_.size(); ++i) {
    const auto means =
        layers_[i]->divergences().narrow(1, 0, layers_[i]->inputs()).mean(1).to(torch::kFloat64).contiguous();
    all.emplace_back(means.data_ptr<double>(), means.data_ptr<double>() + means.numel());
  }
  return all;
}

std::vector<std::int64_t> minibatch(std::int64_t inputs, int batch, int step, std::uint64_t seed) {
  const std::int64_t steps = (inputs + batch - 1) / batch;
  const std::int64_t epoch = step / steps;
  const std::int64_t begin = step % steps * batch;
  const auto order = Rng(mix_seed(mix_seed(seed, "order"), static_cast<std::uint64_t>(epoch)))
                         .permutation(static_cast<int>(inputs));
  return {order.begin() + begin, order.begin() + std::min(begin + batch, inputs)};
}

torch::optim::Adam adam(const torch::nn::Module& module, double learning_rate) {
  return torch::optim::Adam(module.parameters(),
                            torch::optim::AdamOptions(learning_rate).betas({0.9, 0.999}).eps(1e-8));
}

}  // namespace bora::models
