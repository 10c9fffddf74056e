// The modules of Bayesian networks. Includes LibTorch: for sources only.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <torch/torch.h>

#include "models/networks/bayesian_network.h"
#include "models/networks/network_modules.h"

namespace bora::models {

/// A fully connected layer whose weights and biases have independent Gaussian posteriors.
class MeanFieldLinear final : public torch::nn::Module {
 public:
  MeanFieldLinear(int inputs, int outputs, const MeanFieldOptions& options);

  /// Returns activations by local reparametrisation (2.10)-(2.12): gamma + sqrt(delta) noise. x: ... x
  /// inputs; noise: broadcastable to ... x outputs. For point estimates: gamma.
  torch::Tensor forward(const torch::Tensor& x, const torch::Tensor& noise) const;
  /// Returns the KL divergence of each weight from the prior (2.8), outputs x (inputs + 1), the bias last.
  /// The printed equation has the trace Tr(Sigma_1^-1 Sigma_2); the divergence has Tr(Sigma_2^-1 Sigma_1).
  torch::Tensor divergences() const;
  /// Sets the prior by (2.17), which minimises the divergence minus the log density of the hyper-prior; the
  /// printed (2.16) has -log s for that.
  void update_prior(double alpha, double beta);

  int inputs() const { return inputs_; }
  int outputs() const { return outputs_; }
  torch::Tensor mean;  ///< outputs x (inputs + 1), the bias last
  torch::Tensor
      log_deviation;    ///< outputs * (inputs + 1), in the same order; not a parameter for point estimates
  torch::Tensor prior;  ///< s, 1

 private:
  torch::Tensor variances() const { return torch::exp(2 * log_deviation).view({outputs_, inputs_ + 1}); }
  int inputs_, outputs_;
  bool point_;
};

/// Network of such layers with rectifiers between them. For images, after fix_draws(), forward() does what
/// bayesian_body() documents.
class MeanFieldNetwork final : public ScriptedModule {
 public:
  MeanFieldNetwork(const MeanFieldOptions& options, int inputs, int outputs);

  /// Draws the noise that forward() uses.
  void fix_draws(std::uint64_t seed);
  torch::Tensor forward(const torch::Tensor& x) override;
  std::string script(const std::string& self) const override;

  /// Returns the outputs for some draws, samples x n x outputs. x: n x inputs; noise: one per layer, samples
  /// x n x units.
  torch::Tensor sampled(const torch::Tensor& x, const std::vector<torch::Tensor>& noise) const;
  /// Returns draws for `rows` inputs that depend on the seed alone.
  std::vector<torch::Tensor> draws(int samples, std::int64_t rows, std::uint64_t seed) const;
  torch::Tensor divergence() const;
  void update_priors();
  std::vector<std::vector<double>> unit_divergences() const;

  const MeanFieldOptions& options() const { return options_; }
  const std::vector<std::shared_ptr<MeanFieldLinear>>& layers() const { return layers_; }

 private:
  MeanFieldOptions options_;
  std::vector<std::shared_ptr<MeanFieldLinear>> layers_;
  std::vector<std::string> names_;
  std::vector<torch::Tensor> noise_;  // samples x 1 x units
};

/// Returns the places of the training inputs of one step: each epoch goes through all of them, in an order of
/// its own.
std::vector<std::int64_t> minibatch(std::int64_t inputs, int batch, int step, std::uint64_t seed);

torch::optim::Adam adam(const torch::nn::Module& module, double learning_rate);

}  // namespace bora::models
