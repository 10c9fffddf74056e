// Images as the run database holds them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "common/layers.h"

namespace bora::attacks {

/// Returns pixels in [0, 1] as bytes: float32 if `continuous`, else one level of the 8-bit grid a value.
std::string content_of_pixels(std::span<const float> pixels, bool continuous);

/// Returns the pixels that content_of_pixels() wrote. Those that float32 or the grid can hold are the same,
/// bit for bit.
std::vector<float> pixels_of_content(const std::string& content, bool continuous);

}  // namespace bora::attacks
