// Modules of cells. Includes LibTorch: for sources only.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "common/layers.h"
#include "models/networks/network_modules.h"
#include "nas/network/cell_network.h"
#include "surrogates/kernels/graph/labelled_dag.h"

namespace bora::nas {

/// Layer that applies a rectifier, a convolution and batch normalisation, in this order.
class CellLayer final : public ScriptedModule {
 public:
  CellLayer(int in, int out, int kernel, int stride);
  torch::Tensor forward(const torch::Tensor& x) override;
  std::string script(const std::string& self) const override;
  std::string expression(const std::string& self, const std::string& x) const;

 private:
  torch::nn::Conv2d conv_;
  torch::nn::BatchNorm2d norm_;
};

/// Layer that applies a convolution, batch normalisation and a rectifier, in this order.
class RectifiedLayer final : public ScriptedModule {
 public:
  RectifiedLayer(int in, int out, int kernel);
  torch::Tensor forward(const torch::Tensor& x) override;
  std::string script(const std::string& self) const override;
  std::string expression(const std::string& self, const std::string& x) const;

 private:
  torch::nn::Conv2d conv_;
  torch::nn::BatchNorm2d norm_;
};

/// Makes a cell of randomly wired networks (Xie et al. 2019, section 3.1): each inner node is a 3x3 layer of
/// the sum of its predecessors, each times the sigmoid of a learnt weight that begins at 0; the last node is
/// the mean of its predecessors. graph: every node is on a path from the first to the last.
std::shared_ptr<ScriptedModule> make_wired_cell(const LabelledDag& graph, int channels);

/// Function that makes the module of a network for inputs of a shape and a number of classes.
using MakeBody = std::function<std::shared_ptr<ScriptedModule>(const ImageShape& input, int classes)>;
/// Returns a BodyMaker that calls `make`.
std::shared_ptr<const BodyMaker> body_from(MakeBody make);

/// Function that makes a cell for a number of channels.
using CellMaker = std::function<std::shared_ptr<ScriptedModule>(int)>;
/// Returns the body of networks of such cells, as cell_network() describes it.
std::shared_ptr<const BodyMaker> body_of_cells(CellMaker cell, const CellNetworkOptions& options);

}  // namespace bora::nas
