// Networks of NAS-Bench-101's cells.
#pragma once

#include <memory>
#include <vector>

#include "common/layers.h"
#include "models/networks/network.h"
#include "nas/network/cell_network.h"
#include "surrogates/kernels/graph/labelled_dag.h"

namespace bora::nas {

/// Builds a body as described by Ying et al. 2019 (section 2) and their published code: a 3x3 stem of
/// options.channels, options.stages stacks of options.cells cells with 2x2 max pooling between stacks, after
/// which channels are doubled, global mean pooling and a linear layer. The published network has 128
/// channels, three stacks and three cells.
///
/// An operation is a convolution with batch normalisation and rectifier, or 3x3 max pooling. A node sums its
/// predecessors; from a predecessor with more channels it takes the first ones. A 1x1 operation converts the
/// cell's input to the node's channels. The output concatenates its predecessors; if the input is one of
/// them, it is added through a 1x1 operation. Odd sides are halved and rounded up. The momentum of batch
/// normalisation is LibTorch's 0.1, not the published 0.003, which suits long trainings.
///
/// graph: a pruned cell with the labels of Nb101Space. Throws InputError for fewer than four channels, since
/// up to four nodes may share them.
std::shared_ptr<const BodyMaker> nb101_body(const LabelledDag& graph, const CellNetworkOptions& options);

/// Returns the channels of each node of a cell from `in` channels to `out`. The nodes that lead to the output
/// share its channels, the first ones having one more where the division leaves a rest. Every other node has
/// the most channels of the nodes that it leads to (compute_vertex_channels in their code).
std::vector<int> nb101_channels(const LabelledDag& graph, int in, int out);

}  // namespace bora::nas
