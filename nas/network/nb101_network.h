// Networks of cells of NAS-Bench-101.
#pragma once

#include <memory>
#include <vector>

#include "common/layers.h"
#include "models/networks/network.h"
#include "nas/network/cell_network.h"
#include "surrogates/kernels/graph/labelled_dag.h"

namespace bora::nas {

/// Returns the body described by Ying et al. 2019 (section 2) and their published code: a 3x3 stem of
/// options.channels, options.stages stacks of options.cells cells, global mean pooling and a linear layer.
/// Between stacks, 2x2 max pooling halves the side (rounded up), and the channels are doubled. The published
/// network has 128 channels, three stacks and three cells in each.
///
/// An operation is a convolution with batch normalisation and a rectifier, or 3x3 max pooling. The input of a
/// node is the sum of its predecessors; of a predecessor with more channels, the first ones are used. A 1x1
/// operation converts the cell's input to the channels of a node. The cell's output is the concatenation of
/// its predecessors; if the cell's input is one of them, it is added after a 1x1 operation. The momentum of
/// batch normalisation is LibTorch's 0.1; the published 0.003 suits longer trainings.
///
/// graph: a pruned cell with the labels of Nb101Space. Throws InputError for fewer than four channels, since
/// up to four nodes share them.
std::shared_ptr<const BodyMaker> nb101_body(const LabelledDag& graph, const CellNetworkOptions& options);

/// Returns the number of channels of each node of a cell with `in` input and `out` output channels
/// (compute_vertex_channels() in the published code). The predecessors of the output share its channels; if
/// these cannot be divided equally, the first predecessors have one more. Every other node has the maximum of
/// the channels of its successors.
std::vector<int> nb101_channels(const LabelledDag& graph, int in, int out);

}  // namespace bora::nas
