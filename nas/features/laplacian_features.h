// Features of architectures for the multiscale Laplacian graph kernel.
#pragma once

#include "common/layers.h"
#include "nas/features/architecture_features.h"
#include "surrogates/kernels/graph/multiscale_laplacian.h"

namespace bora::nas {

/// Returns the cells of an architecture as one graph, in which they are not connected.
LabelledDag disjoint_union(const std::vector<CellGraphs>& cells, CellView view);

/// Returns features whose inner products are the kernel (multiscale_laplacian.h) of two architectures: 1 if
/// their cells are isomorphic. The kernel's bases are chosen from nodes of 100 reference_architectures().
/// Values are computed once and kept. Thread-safe.
ArchitectureFeatureSet multiscale_laplacian(const ArchitectureSpace& space, CellView view,
                                            const MultiscaleLaplacianOptions& options);

}  // namespace bora::nas
