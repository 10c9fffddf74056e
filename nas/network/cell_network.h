// Trainable networks made of cells.
#pragma once

#include "common/layers.h"
#include "models/networks/network.h"
#include "nas/space/architecture_space.h"

namespace bora::nas {

/// Size of a network of cells. Networks of NAS-Bench-201 have 16 channels and five cells in each stage (Dong
/// and Yang 2020, section 2.1). nb101_network.h and darts_network.h state the sizes of NAS-Bench-101 and
/// DARTS.
struct CellNetworkOptions {
  int channels = 16;   ///< channels of the first stage, 1 to 1,024; doubled in each further stage
  int cells = 5;       ///< number of cells in each stage, for darts in total, 1 to 100
  int stages = 3;      ///< number of stages, 1 to 5, between which image sides are halved; ignored for darts
  void check() const;  ///< throws InputError naming the field
};

/// Returns the number of CUDA devices of this machine.
int cuda_devices();

/// Returns the options of the network that an architecture describes.
///
/// - nb101, darts: nb101_body() and darts_body().
/// - resnet, resnext-a, resnext-b: staged_body(), which ignores options.cells and options.stages.
/// - nb201, random-graph: a 3x3 convolution, stages of cells with a residual block between them that halves
///   the side, batch normalisation, global mean pooling and a linear layer. Cells of random-graph are those
///   of make_wired_cell(). An operation of nb201 is a CellLayer, 3x3 mean pooling that ignores the border,
///   the identity, or nothing; operations that are on no path from input to output are not built.
///
/// Throws InputError for other spaces, and for options that do not suit the space. The caller sets the
/// normalisation and the seed before making a Network of the result.
NetworkOptions cell_network(const ArchitectureSpace& space, const Architecture& architecture,
                            const CellNetworkOptions& options, const ImageShape& input, int classes);

}  // namespace bora::nas
