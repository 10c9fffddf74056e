#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "common/layers.h"

namespace bora::report {

/// Encodes `bytes` in the standard alphabet, padded (RFC 4648, section 4).
std::string base64(std::span<const std::uint8_t> bytes);

}  // namespace bora::report
