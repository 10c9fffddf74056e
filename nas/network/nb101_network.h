// Networks of NAS-Bench-101's cells.
#pragma once

#include <memory>
#include <vector>

#include "models/network.h"
#include "nas/network/cell_network.h"
#include "surrogates/kernels/graph/labelled_dag.h"

namespace bora {

/// Builds a body as Ying et al. 2019 (section 2) and their published code do: a 3x3 stem of options.channels,
/// options.stages stacks of options.cells cells with 2x2 maximum pooling between stacks, after which channels
/// are doubled, global mean pooling and a linear layer. Theirs has 128 channels, three stacks and three
/// cells.
///
/// Operations are convolution, batch normalisation, rectifier, and 3x3 maxima. A node adds up what leads to
/// it, of a node with more channels than it has itself the first ones; the cell's input is brought to its
/// channels by a 1x1 operation of its own. The output puts side by side what leads to it, and adds the
/// input, by a 1x1 operation, where that leads to it as well. Odd sides are halved upwards. Batch
/// normalisation remembers as LibTorch has it, a tenth a step; theirs, made for long trainings, 0.003.
///
/// graph: a pruned cell with the labels of Nb101Space. Throws InputError for less than four channels, which
/// are as many as nodes may share them.
std::shared_ptr<const BodyMaker> nb101_body(const LabelledDag& graph, const CellNetworkOptions& options);

/// Channels of each node of a cell from `in` channels to `out`: those that lead to the output share its
/// channels, the first ones one more where they do not come out even; others have as many as the most of
/// those that they lead to (compute_vertex_channels in their code).
std::vector<int> nb101_channels(const LabelledDag& graph, int in, int out);

}  // namespace bora
