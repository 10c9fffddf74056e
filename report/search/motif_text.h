// Motifs in words.
#pragma once

#include <string>

#include "common/layers.h"
#include "nas/strategy/motif_space.h"

namespace bora::report {

/// "8,123 of 15,625 architectures have one of 5 good patterns: nor_conv_3x3; ...", for the terminal.
std::string motifs_text(const MotifSpace& space, const ArchitectureSpace& whole);

}  // namespace bora::report
