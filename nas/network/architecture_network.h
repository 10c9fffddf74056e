// Networks of any architecture that can be trained here.
#pragma once

#include "common/layers.h"
#include "nas/network/cell_network.h"

namespace bora::nas {

/// Returns the options of the network that an architecture describes: of cells by cell_network(), of cnn and
/// mlp by layered_network(), which ignores `options`. Throws InputError for other spaces and, for cells, for
/// images below 16x16. Fill in the normalisation and the seed before making a Network of it.
NetworkOptions architecture_network(const ArchitectureSpace& space, const Architecture& architecture,
                                    const CellNetworkOptions& options, const ImageShape& input, int classes);

/// Returns whether networks of the space are made of cells or stages, so that CellNetworkOptions apply.
bool is_made_of_cells(const ArchitectureSpace& space);

}  // namespace bora::nas
