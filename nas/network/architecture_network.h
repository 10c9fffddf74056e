// Networks of any architecture that can be trained here.
#pragma once

#include "common/layers.h"
#include "nas/network/cell_network.h"

namespace bora::nas {

/// Cells as cell_network() says, cnn's and mlp's networks as layered_network() says, for which `options` mean
/// nothing. Throws InputError for other spaces and, for cells, for images below 16x16. Fill in the
/// normalisation and the seed before making a Network of it.
NetworkOptions architecture_network(const ArchitectureSpace& space, const Architecture& architecture,
                                    const CellNetworkOptions& options, const ImageShape& input, int classes);

/// Returns whether networks of the space are made of cells, so that CellNetworkOptions apply.
bool is_made_of_cells(const ArchitectureSpace& space);

}  // namespace bora::nas
