// Features of architectures for the multiscale Laplacian graph kernel.
#pragma once

#include "common/layers.h"
#include "nas/features/architecture_features.h"
#include "surrogates/kernels/graph/multiscale_laplacian.h"

namespace bora::nas {

/// Returns one graph that consists of the cells of an architecture, without edges between them.
LabelledDag disjoint_union(const std::vector<CellGraphs>& cells, CellView view);

/// Returns features whose inner products are the values of the kernel (multiscale_laplacian.h), which is 1
/// for architectures with isomorphic cells. The bases of the kernel are chosen from nodes of 100
/// reference_architectures(). Each value is computed once and cached. Thread-safe.
ArchitectureFeatureSet multiscale_laplacian(const ArchitectureSpace& space, CellView view,
                                            const MultiscaleLaplacianOptions& options);

}  // namespace bora::nas
