// Images on a page.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "attacks/record/run_reader.h"
#include "common/layers.h"

namespace bora::report {

/// Encodes `bytes` in the standard alphabet, padded (RFC 4648, section 4).
std::string base64(std::span<const std::uint8_t> bytes);

/// Returns an image of the run as a PNG in a data: address. `values`: pixels in [0, 1]; values outside are
/// clamped. Of images that do not have 1 or 3 channels, the first channel is shown.
std::string picture_address(const std::vector<float>& values, const RunRecord& run);

}  // namespace bora::report
