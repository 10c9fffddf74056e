// Assignment of the networks of a search to devices.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/layers.h"

namespace bora::nas {

/// Returns the devices of a search from --device: one, such as cpu, cuda or cuda:1; several CUDA devices,
/// separated by commas; or, for `cuda` with several workers, the first of the `cuda_devices` devices, one per
/// worker. It is not checked whether this machine has them. For several devices, throws InputError if one is
/// not cuda:N, is named twice, or has no worker. (On the CPU, batch normalisation takes its statistics over
/// other slices, so that networks would depend on where they were trained.)
std::vector<std::string> devices_of(const std::string& text, int workers, int cuda_devices);

/// Returns the device of trial 1, 2, ..., in rotation, so that parallel trials, which have consecutive
/// numbers, are spread evenly, and a resumed trial uses the same device again. Trial 0, which belongs to no
/// search, uses the first device.
const std::string& device_of(const std::vector<std::string>& devices, std::int64_t trial);

}  // namespace bora::nas
