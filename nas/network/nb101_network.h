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
/// options.channels, options.stages stacks of options.cells cells with 2x2 maximum pooling between stacks,
/// after which channels are doubled, global mean pooling and a linear layer. Theirs has 128 channels, three
/// stacks and three cells.
///
/// Operations are convolution, batch normalisation, rectifier, and 3x3 maxima. A node sums its predecessors;
/// from one with more channels than itself, it takes the first ones. A 1x1 operation brings the cell's input
/// to the node's channels. The output concatenates its predecessors; if the input is one of them, it is
/// added through a 1x1 operation. Odd sides are halved upwards. The momentum of batch normalisation is
/// LibTorch's 0.1; theirs, made for long trainings, is 0.003.
///
/// graph: a pruned cell with the labels of Nb101Space. Throws InputError for fewer than four channels, since
/// up to four nodes may share them.
std::shared_ptr<const BodyMaker> nb101_body(const LabelledDag& graph, const CellNetworkOptions& options);

/// Returns the channels of each node of a cell from `in` channels to `out`. The nodes that lead to the output
/// share its channels, the first ones having one more where the division leaves a rest. Every other node has
/// the most channels of the nodes that it leads to (compute_vertex_channels in their code).
std::vector<int> nb101_channels(const LabelledDag& graph, int in, int out);

}  // namespace bora::nas
