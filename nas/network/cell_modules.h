// Modules of which networks of cells and layers consist. Includes LibTorch: for sources only.
#pragma once

#include <functional>
#include <memory>

#include "common/layers.h"
#include "nas/network/cell_network.h"
#include "nas/network/traced_module.h"
#include "surrogates/kernels/graph/labelled_dag.h"

namespace bora::nas {

/// Layer that applies a rectifier, a convolution and batch normalisation, in this order.
class CellLayer final : public TracedModule {
 public:
  CellLayer(int in, int out, int kernel, int stride);
  TracedTensor compute(const TracedTensor& x, const Trace& trace) const override;

 private:
  torch::nn::Conv2d conv_;
  torch::nn::BatchNorm2d norm_;
};

/// Layer that applies a convolution, batch normalisation and a rectifier, in this order.
class RectifiedLayer final : public TracedModule {
 public:
  RectifiedLayer(int in, int out, int kernel, int stride = 1);
  TracedTensor compute(const TracedTensor& x, const Trace& trace) const override;

 private:
  torch::nn::Conv2d conv_;
  torch::nn::BatchNorm2d norm_;
};

/// Makes a cell of a randomly wired network (Xie et al. 2019, section 3.1). Each inner node applies a 3x3
/// CellLayer to the weighted sum of its predecessors; each weight is the sigmoid of a parameter that is
/// initially 0. The last node is the mean of its predecessors. graph: every node must be on a path from the
/// first to the last one.
std::shared_ptr<TracedModule> make_wired_cell(const LabelledDag& graph, int channels);

/// Function that makes the module of a network for inputs of a shape and a number of classes.
using MakeBody = std::function<std::shared_ptr<ScriptedModule>(const ImageShape& input, int classes)>;
/// Returns a BodyMaker that calls `make`.
std::shared_ptr<const BodyMaker> body_from(MakeBody make);

/// Function that makes a cell with a number of channels.
using CellMaker = std::function<std::shared_ptr<TracedModule>(int channels)>;
/// Returns the body that cell_network() describes for nb201 and random-graph, with cells made by `cell`.
std::shared_ptr<const BodyMaker> body_of_cells(CellMaker cell, const CellNetworkOptions& options);

}  // namespace bora::nas
