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
/// TrainingOptions::drop_path drops the outputs of operations, except for skip connections that are the
/// identity. TrainingOptions::auxiliary trains an auxiliary classifier of the output of the second reduction
/// cell: a rectifier, 5x5 mean pooling of stride 3, a 1x1 convolution to 128 channels and a 2x2 convolution
/// to 768, each with batch normalisation and a rectifier, global mean pooling and a linear layer. For images
/// of sides 29 to 40, it is the published one for CIFAR-10. For sides 25 to 28, the stride is 2, that of the
/// published one for ImageNet. make_auxiliary() throws SettingError for smaller images.
///
/// architecture: one of DartsSpace. Throws InputError for an odd number of channels, which a reduction could
/// not halve, or fewer than three cells.
std::shared_ptr<const BodyMaker> darts_body(const Architecture& architecture,
                                            const CellNetworkOptions& options);

}  // namespace bora::nas
