// Architectures in the eyes of the multiscale Laplacian graph kernel.
#pragma once

#include "common/layers.h"
#include "nas/features/architecture_features.h"
#include "surrogates/kernels/graph/multiscale_laplacian.h"

namespace bora::nas {

/// The cells of an architecture as one graph, beside each other.
LabelledDag beside(const std::vector<CellGraphs>& cells, CellView view);

/// Its inner products are the kernel (multiscale_laplacian.h) between all cells of one architecture and those
/// of the other, 1 for isomorphic ones. Bases of nodes of 100 of the reference architectures. Values once
/// worked out are kept; any number of threads may ask.
ArchitectureFeatureSet multiscale_laplacian(const ArchitectureSpace& space, CellView view,
                                            const MultiscaleLaplacianOptions& options);

}  // namespace bora::nas
