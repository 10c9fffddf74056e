// Residual networks of several stages.
#pragma once

#include <memory>
#include <vector>

#include "common/layers.h"
#include "models/networks/network.h"
#include "nas/space/staged_space.h"

namespace bora::nas {

/// Returns the body described by Radosavovic et al. 2019 for CIFAR-10: a 3x3 stem of 16 channels, the stages,
/// global mean pooling and a linear layer. The first block of each stage but the first halves the side.
/// Blocks are as in He et al. 2016: batch normalisation after each convolution, rectifiers between
/// convolutions and after the sum, and a 1x1 convolution as shortcut if the shape changes. channels: channels
/// of the stem; all widths are scaled by channels / 16. If the groups of an inner convolution do not divide
/// its channels, their greatest common divisor is used.
std::shared_ptr<const BodyMaker> staged_body(const std::vector<ResidualStage>& stages, int channels);

}  // namespace bora::nas
