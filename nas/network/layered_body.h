// Trainable networks of the spaces cnn and mlp.
#pragma once

#include "common/layers.h"
#include "models/networks/network.h"
#include "nas/space/layered/layered_space.h"

namespace bora::nas {

/// Returns the options of the network that a cnn or mlp architecture describes. In cnn, convolutions,
/// residual blocks (two convolutions, with a 1x1 convolution as shortcut if shapes differ) and fully
/// connected layers have batch normalisation and a rectifier; poolings are 2x2. The input of a fully
/// connected layer is the mean over the image in cnn, and all pixels in mlp. A decision is a linear layer
/// with a softmax; for several decisions, the logits are the logarithms of the mean of their probabilities.
/// Halving rounds odd sides up, so that images of any size are accepted. The caller sets the normalisation
/// and the seed.
NetworkOptions layered_network(const LayeredSpace& space, const Architecture& architecture,
                               const ImageShape& input, int classes);

}  // namespace bora::nas
