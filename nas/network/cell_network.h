// Trainable networks made of cells.
#pragma once

#include "common/layers.h"
#include "models/networks/network.h"
#include "nas/space/architecture_space.h"

namespace bora::nas {

/// Size of a network of cells. NAS-Bench-201's own has 16 channels and five cells a stage (Dong and Yang
/// 2020, section 2.1). nb101_network.h and darts_network.h state the sizes of NAS-Bench-101 and DARTS.
struct CellNetworkOptions {
  int channels = 16;   ///< channels of the first stage, 1 to 1,024; doubled in each further stage
  int cells = 5;       ///< number of cells in each stage, for darts in total, 1 to 100
  int stages = 3;      ///< the side of images is halved from one to the next, >= 1; darts always has three
  void check() const;  ///< throws InputError naming the field
};

/// Returns the number of CUDA devices of this machine.
int cuda_devices();

/// Builds the network that an architecture describes. nb101_body(), darts_body() and staged_body() describe
/// nb101, darts, and resnet, resnext-a and resnext-b, which have blocks of their own and ignore cells and
/// stages. For nb201 and random-graph it has a 3x3 convolution, stages of cells with a residual block that
/// halves the side between them, batch normalisation, global mean pooling and a linear layer. An operation is
/// a rectifier, a convolution and batch normalisation; 3x3 mean pooling that ignores the border; identity; or
/// nothing. Nodes without a path to the output are not built. make_wired_cell() describes random-graph's
/// cells. Throws InputError for other spaces, and for options that do not suit the space. Set the
/// normalisation and the seed before making a Network of the result.
NetworkOptions cell_network(const ArchitectureSpace& space, const Architecture& architecture,
                            const CellNetworkOptions& options, const ImageShape& input, int classes);

}  // namespace bora::nas
