// Networks of DARTS's cells.
#pragma once

#include <memory>

#include "common/layers.h"
#include "models/networks/network.h"
#include "nas/network/cell_network.h"
#include "nas/space/architecture.h"

namespace bora::nas {

/// Makes the body in which Liu, Simonyan and Yang 2019 and their published code train the cells found: a 3x3
/// stem of three times options.channels, options.cells cells in all, global mean pooling and a linear layer.
/// The cells at one third and at two thirds are reduction cells, which halve the side and double the
/// channels. options.stages is ignored. The published network has 36 channels and 20 cells, in the search 16
/// and 8; NAS-Bench-301's has 32 and 8.
///
/// The inputs of a cell are the outputs of the two before it. Each is brought to the cell's channels by
/// rectifier, 1x1 convolution and batch normalisation, or, where it is twice as large, by a reduction of two
/// 1x1 convolutions of stride 2, the second a pixel further on. A separable convolution is a rectifier, a
/// depthwise and a 1x1 convolution and batch normalisation, all applied twice; a dilated convolution applies
/// them once. The skip connection of a reduction cell is a reduction. Mean pooling ignores the border.
/// Poolings are not normalised, as in the published code outside the search's mixture of operations.
///
/// Two simplifications: there is no auxiliary classifier, and no path is dropped in training. Odd sides are
/// halved upwards.
///
/// architecture: of DartsSpace. Throws InputError for an odd number of channels, which a reduction could not
/// halve, or fewer than three cells.
std::shared_ptr<const BodyMaker> darts_body(const Architecture& architecture,
                                            const CellNetworkOptions& options);

}  // namespace bora::nas
