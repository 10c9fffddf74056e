// Assignment of the networks of a search to devices.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/layers.h"

namespace bora::nas {

/// Parses --device: one device, such as cpu, cuda or cuda:1; or several CUDA devices, separated by commas.
/// `cuda` with several workers means the first min(workers, cuda_devices) CUDA devices. cuda_devices: number
/// of CUDA devices of the machine; whether it has the named ones is not checked. Throws InputError if one of
/// several devices is not cuda:N or is named twice, or if there are more devices than workers. (CPU and CUDA
/// cannot be mixed: on the CPU, batch normalisation computes its statistics over slices of a batch, so that
/// results would depend on the device.)
std::vector<std::string> devices_of(const std::string& text, int workers, int cuda_devices);

/// Returns the device of a trial: trials 1, 2, ... use the devices in rotation, so that parallel trials,
/// which have consecutive numbers, are spread evenly, and a resumed trial uses the same device. Trial 0, the
/// retraining of the best network, uses the first device.
const std::string& device_of(const std::vector<std::string>& devices, std::int64_t trial);

}  // namespace bora::nas
