// Modules of Bayesian networks. Includes LibTorch: for sources only. Numbers in parentheses are equations of
// Hutchinson (see bayesian_network.h).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <torch/torch.h>

#include "models/networks/bayesian_network.h"
#include "models/networks/network_modules.h"

namespace bora::models {

/// Fully connected layer whose weights and biases have independent Gaussian posteriors.
class MeanFieldLinear final : public torch::nn::Module {
 public:
  MeanFieldLinear(int inputs, int outputs, const MeanFieldOptions& options);

  /// Returns activations by local reparametrisation (2.10)-(2.12): gamma + sqrt(delta) noise; for point
  /// estimates, gamma. x: ... x inputs; noise: standard normal draws, broadcastable to ... x outputs.
  torch::Tensor forward(const torch::Tensor& x, const torch::Tensor& noise) const;
  /// Returns the KL divergence of each weight from the prior (2.8), outputs x (inputs + 1), the bias last.
  /// (2.8) is printed with the trace Tr(Sigma_1^-1 Sigma_2); correct is Tr(Sigma_2^-1 Sigma_1).
  torch::Tensor divergences() const;
  /// Sets the prior variance by (2.17), which minimises the divergence minus log p(s), the log density of the
  /// hyper-prior. (2.16) is printed with log s in place of log p(s).
  void update_prior(double alpha, double beta);

  int inputs() const { return inputs_; }
  int outputs() const { return outputs_; }
  torch::Tensor mean;  ///< outputs x (inputs + 1), the bias last
  /// outputs * (inputs + 1), in the same order; a parameter, except for point estimates.
  torch::Tensor log_deviation;
  torch::Tensor prior;  ///< prior variance s, 1

 private:
  torch::Tensor variances() const { return torch::exp(2 * log_deviation).view({outputs_, inputs_ + 1}); }
  int inputs_, outputs_;
  bool point_;
};

/// Network of MeanFieldLinear layers with rectifiers between them. For images, forward() returns the scores
/// that bayesian_body() documents, after fix_draws() has been called.
class MeanFieldNetwork final : public ScriptedModule {
 public:
  MeanFieldNetwork(const MeanFieldOptions& options, int inputs, int outputs);

  /// Draws the noise that forward() uses.
  void fix_draws(std::uint64_t seed);
  torch::Tensor forward(const torch::Tensor& x) override;
  std::string script(const std::string& self) const override;

  /// Returns the outputs for each draw, samples x n x outputs. x: n x inputs; noise: as draws() returns, for
  /// each layer samples x n x units.
  torch::Tensor sampled(const torch::Tensor& x, const std::vector<torch::Tensor>& noise) const;
  /// Returns standard normal draws for `rows` inputs, for each layer samples x rows x units. They depend only
  /// on the seed.
  std::vector<torch::Tensor> draws(int samples, std::int64_t rows, std::uint64_t seed) const;
  /// Returns the KL divergence of all weights from their priors, a scalar.
  torch::Tensor divergence() const;
  /// Calls MeanFieldLinear::update_prior() for all layers.
  void update_priors();
  /// Returns the mean KL divergence of the incoming weights (without bias) of each unit, by hidden layer.
  std::vector<std::vector<double>> unit_divergences() const;

  const MeanFieldOptions& options() const { return options_; }
  const std::vector<std::shared_ptr<MeanFieldLinear>>& layers() const { return layers_; }

 private:
  MeanFieldOptions options_;
  std::vector<std::shared_ptr<MeanFieldLinear>> layers_;
  std::vector<std::string> names_;
  std::vector<torch::Tensor> noise_;  // fixed draws, for each layer samples x 1 x units
};

/// Returns the rows of the training inputs of step `step`, counted from 0 over all epochs. Each epoch visits
/// all `inputs` inputs, in an order that depends on the seed and the epoch.
std::vector<std::int64_t> minibatch(std::int64_t inputs, int batch, int step, std::uint64_t seed);

/// Returns the optimiser of the module's parameters (MeanFieldOptions::learning_rate).
torch::optim::Adam adam(const torch::nn::Module& module, double learning_rate);

}  // namespace bora::models
