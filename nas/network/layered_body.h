// Networks of layers with widths, to be trained.
#pragma once

#include "common/layers.h"
#include "models/networks/network.h"
#include "nas/space/layered/layered_space.h"

namespace bora::nas {

/// Returns the options of the network that a cnn or mlp architecture describes. Convolutions, residual blocks
/// (two convolutions, and a 1x1 one beside them where shapes differ) and fully connected layers of cnn have
/// batch normalisation and a rectifier; poolings are 2x2. A fully connected layer takes the mean over an
/// image in cnn, all its pixels in mlp. Each decision is a linear layer and a softmax; with several, the
/// logits are the logarithms of the mean of their probabilities. Odd sides are halved upwards, so that images
/// of any size are accepted.
NetworkOptions layered_network(const LayeredSpace& space, const Architecture& architecture,
                               const ImageShape& input, int classes);

}  // namespace bora::nas
