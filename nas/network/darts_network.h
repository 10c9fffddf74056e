// Networks of DARTS's cells.
#pragma once

#include <memory>

#include "common/layers.h"
#include "models/networks/network.h"
#include "nas/network/cell_network.h"
#include "nas/space/architecture.h"

namespace bora::nas {

/// As Liu, Simonyan and Yang 2019 and the code that they published train what was found: a 3x3 stem of three
/// times options.channels, options.cells cells in all, of which those after one and after two thirds are
/// reduction cells that halve the side and double the channels, a mean over what is left, a linear layer.
/// options.stages means nothing here. Theirs has 36 channels and 20 cells, in their search 16 and 8;
/// NAS-Bench-301's 32 and 8.
///
/// A cell sees the two before it, each brought to its channels by rectifier, 1x1 convolution and batch
/// normalisation, or, where it is twice as large, by a reduction of two 1x1 convolutions of stride 2, the
/// second a pixel further on. Separable convolutions are two times rectifier, depthwise and 1x1 convolution,
/// batch normalisation; dilated ones are one such; a skip connection of a reduction cell is a reduction.
/// Means leave out the border. Poolings stand alone: theirs are normalised in their search's mixture of
/// operations only.
///
/// Two simplifications: there is no auxiliary classifier, and no path is dropped in training. Odd sides are
/// halved upwards.
///
/// architecture: of DartsSpace. Throws InputError for an odd number of channels, of which a reduction makes
/// two halves, or less than three cells.
std::shared_ptr<const BodyMaker> darts_body(const Architecture& architecture,
                                            const CellNetworkOptions& options);

}  // namespace bora::nas
