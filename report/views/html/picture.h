// Images on a page.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "attacks/record/run_reader.h"
#include "common/layers.h"

namespace bora::report {

/// Encodes `bytes` in Base64 with padding (RFC 4648, section 4).
std::string base64(std::span<const std::uint8_t> bytes);

/// Encodes an image of the run as PNG and returns it as a data: URL. `values`: channels x height x width
/// pixel values, clamped to [0, 1]. If the number of channels is neither 1 nor 3, the first channel is shown.
std::string picture_address(const std::vector<float>& values, const RunRecord& run);

}  // namespace bora::report
