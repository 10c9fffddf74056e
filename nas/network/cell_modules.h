// Modules of which networks of cells and layers consist. Includes LibTorch: for sources only.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "common/layers.h"
#include "models/networks/network_modules.h"
#include "nas/network/cell_network.h"
#include "surrogates/kernels/graph/labelled_dag.h"

namespace bora::nas {

/// Normalises a batch by its statistics in training, else by the running statistics. The latter are also used
/// for a batch with a single value per channel, such as a small last batch, since it has no variance.
template <typename Norm>
torch::Tensor apply_norm(Norm& norm, const torch::Tensor& x) {
  if (!norm->is_training() || x.numel() > x.size(1)) return norm(x);
  return torch::batch_norm(x, norm->weight, norm->bias, norm->running_mean, norm->running_var, false,
                           *norm->options.momentum(), norm->options.eps(), true);
}

/// Module that a single expression of TorchScript computes.
class ExpressionModule : public ScriptedModule {
 public:
  /// Returns the expression that computes forward(x) in evaluation mode. self: as for script(); x: a variable
  /// or an expression.
  virtual std::string expression(const std::string& self, const std::string& x) const = 0;
  std::string script(const std::string& self) const final;
};

/// Layer that applies a rectifier, a convolution and batch normalisation, in this order.
class CellLayer final : public ExpressionModule {
 public:
  CellLayer(int in, int out, int kernel, int stride);
  torch::Tensor forward(const torch::Tensor& x) override;
  std::string expression(const std::string& self, const std::string& x) const override;

 private:
  torch::nn::Conv2d conv_;
  torch::nn::BatchNorm2d norm_;
};

/// Layer that applies a convolution, batch normalisation and a rectifier, in this order.
class RectifiedLayer final : public ExpressionModule {
 public:
  RectifiedLayer(int in, int out, int kernel, int stride = 1);
  torch::Tensor forward(const torch::Tensor& x) override;
  std::string expression(const std::string& self, const std::string& x) const override;

 private:
  torch::nn::Conv2d conv_;
  torch::nn::BatchNorm2d norm_;
};

/// Makes a cell of a randomly wired network (Xie et al. 2019, section 3.1). Each inner node applies a 3x3
/// CellLayer to the weighted sum of its predecessors; each weight is the sigmoid of a parameter that is
/// initially 0. The last node is the mean of its predecessors. graph: every node must be on a path from the
/// first to the last one.
std::shared_ptr<ScriptedModule> make_wired_cell(const LabelledDag& graph, int channels);

/// Function that makes the module of a network for inputs of a shape and a number of classes.
using MakeBody = std::function<std::shared_ptr<ScriptedModule>(const ImageShape& input, int classes)>;
/// Returns a BodyMaker that calls `make`.
std::shared_ptr<const BodyMaker> body_from(MakeBody make);

/// Function that makes a cell with a number of channels.
using CellMaker = std::function<std::shared_ptr<ScriptedModule>(int channels)>;
/// Returns the body that cell_network() describes for nb201 and random-graph, with cells made by `cell`.
std::shared_ptr<const BodyMaker> body_of_cells(CellMaker cell, const CellNetworkOptions& options);

}  // namespace bora::nas
