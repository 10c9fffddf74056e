// Networks of layers with widths, to be trained.
#pragma once

#include "common/layers.h"
#include "models/networks/network.h"
#include "nas/space/layered/layered_space.h"

namespace bora::nas {

/// Convolutions, residual blocks (two convolutions, and a 1x1 one beside them where shapes differ) and fully
/// connected layers of cnn's have batch normalisation and a rectifier; poolings are 2x2. A row of numbers is
/// made of an image by the mean over it for cnn's, by all its pixels for mlp's. Each decision is a linear
/// layer and a softmax; with several the logits are the logarithms of the mean of their probabilities. Odd
/// sides are halved upwards, so that any image will do.
NetworkOptions layered_network(const LayeredSpace& space, const Architecture& architecture,
                               const ImageShape& input, int classes);

}  // namespace bora::nas
