// Networks of cells of DARTS.
#pragma once

#include <memory>

#include "common/layers.h"
#include "models/networks/network.h"
#include "nas/network/cell_network.h"
#include "nas/space/architecture.h"

namespace bora::nas {

/// Returns the body in which Liu, Simonyan and Yang 2019 and their published code train the cells that the
/// search found: a 3x3 stem of three times options.channels, options.cells cells in total, global mean
/// pooling and a linear layer. The cells after one third and after two thirds of them are reduction cells,
/// which halve the side (rounded up) and double the channels. options.stages is ignored. The published
/// network has 36 channels and 20 cells, during the search 16 and 8; that of NAS-Bench-301 has 32 and 8.
///
/// The inputs of a cell are the outputs of the two cells before it. Each is converted to the cell's channels
/// by a rectifier, a 1x1 convolution and batch normalisation. An input of twice the side is instead
/// converted by a reduction: two 1x1 convolutions of stride 2, the second shifted by one pixel, each with
/// half of the channels. A separable convolution is a rectifier, a depthwise and a 1x1 convolution and batch
/// normalisation, all applied twice; a dilated convolution applies them once. The skip connection of a
/// reduction cell is a reduction. Mean pooling ignores the border. Poolings have no batch normalisation, as
/// in the published training of the found cells.
///
/// Two simplifications: there is no auxiliary classifier, and no path is dropped in training.
///
/// architecture: one of DartsSpace. Throws InputError for an odd number of channels, which a reduction could
/// not halve, or fewer than three cells.
std::shared_ptr<const BodyMaker> darts_body(const Architecture& architecture,
                                            const CellNetworkOptions& options);

}  // namespace bora::nas
