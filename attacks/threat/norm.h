// Norms that bound the change of an image.
#pragma once

#include <string>

#include "common/layers.h"

namespace bora::attacks {

/// Measure of the change of an image with values in [0, 1].
enum class Norm {
  linf,  ///< largest change of a value
  l2,    ///< Euclidean distance over all values
  l0,    ///< number of changed pixels; a pixel counts once, however many of its channels change
};

/// Returns linf, l2 or l0, which is the fact `threat` of a run.
std::string to_string(Norm norm);

}  // namespace bora::attacks
