// Images as the run database holds them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "common/layers.h"

namespace bora::attacks {

/// Pixels in [0, 1] as bytes: float32, or one level a pixel on the 8-bit grid.
std::string content_of_pixels(std::span<const float> pixels, bool continuous);

/// And back: the same pixels, bit for bit, of those that the grid or float32 can hold.
std::vector<float> pixels_of_content(const std::string& content, bool continuous);

}  // namespace bora::attacks
