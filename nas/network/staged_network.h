// Residual networks of three stages, to be trained.
#pragma once

#include <memory>
#include <vector>

#include "common/layers.h"
#include "models/networks/network.h"
#include "nas/space/staged_space.h"

namespace bora::nas {

/// Builds a body as described by Radosavovic et al. 2019 for CIFAR-10: a 3x3 stem of 16 channels, the stages,
/// of which each after the first halves the side in its first block, global mean pooling and a linear layer.
/// Blocks are as in He et al. 2016: batch normalisation after each convolution, rectifiers between them and
/// after the sum, and a 1x1 convolution as shortcut where the shape changes. `channels`: of the stem; other
/// than 16, all widths are scaled by the same factor. Where the groups do not divide the channels of an inner
/// convolution, it has their greatest common divisor.
std::shared_ptr<const BodyMaker> staged_body(const std::vector<ResidualStage>& stages, int channels);

}  // namespace bora::nas
