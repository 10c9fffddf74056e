// Trainable networks of the architectures of all spaces of image classifiers.
#pragma once

#include "common/layers.h"
#include "nas/network/cell_network.h"

namespace bora::nas {

/// Returns the options of the network that an architecture describes: by layered_network() for cnn, mlp and
/// mlp-training, which ignore `options`, else by cell_network(). Throws InputError for spaces without
/// networks for images and, for networks of cells, for images below 16x16. The caller sets the normalisation
/// and the seed before making a Network of the result.
NetworkOptions architecture_network(const ArchitectureSpace& space, const Architecture& architecture,
                                    const CellNetworkOptions& options, const ImageShape& input, int classes);

/// Returns whether networks of the space consist of cells or stages, so that CellNetworkOptions apply.
bool is_made_of_cells(const ArchitectureSpace& space);

}  // namespace bora::nas
