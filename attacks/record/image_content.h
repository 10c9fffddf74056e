// Conversion of images to and from the bytes in the run database.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "common/layers.h"

namespace bora::attacks {

/// Returns pixels in [0, 1] as bytes: one float32 per value if `continuous`, else one level of the 8-bit grid
/// (uint8) per value.
std::string content_of_pixels(std::span<const float> pixels, bool continuous);

/// Returns the pixels from the result of content_of_pixels(). Without `continuous`, values on the 8-bit grid
/// are restored bit for bit, others are rounded to it.
std::vector<float> pixels_of_content(const std::string& content, bool continuous);

}  // namespace bora::attacks
