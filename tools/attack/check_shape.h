// Checks of an attack's settings that need the shape of the images.
#pragma once

#include "common/layers.h"
#include "data/images/dataset.h"
#include "tools/attack/attack_config.h"

namespace bora::tools {

/// Throws InputError that names the option if an attack on pixels has settings that do not suit images of
/// this shape, or if the bound is beyond the largest distance between two such images (of a patch: beyond the
/// shorter side), or beyond what --universal can store. Does nothing for graphs and semantic attacks.
void check_shape(const AttackConfig& config, const ImageShape& shape);

}  // namespace bora::tools
