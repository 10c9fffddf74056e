// Measures of the change of an image that a threat model bounds: norms, and the side of a patch.
#pragma once

#include <string>

#include "common/layers.h"

namespace bora::attacks {

/// Measure of the change of an image with values in [0, 1].
enum class Norm {
  linf,   ///< largest change of a value
  l2,     ///< Euclidean distance over all values
  l0,     ///< number of changed pixels; a pixel counts once, however many of its channels change
  patch,  ///< side in pixels of the smallest square that holds every changed pixel
};

/// Returns whether the norm bounds which pixels change, but not by how much: l0 and patch. Distances in these
/// norms are whole numbers of pixels.
constexpr bool is_sparse(Norm norm) {
  return norm == Norm::l0 || norm == Norm::patch;
}

/// Returns linf, l2, l0 or patch, which is also the value of the fact `threat` of a run.
std::string to_string(Norm norm);

}  // namespace bora::attacks
