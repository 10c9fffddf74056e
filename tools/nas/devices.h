// Which network of a search is trained on which device.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace bora {

/// The devices of a search, of --device: one, as in cpu, cuda or cuda:1; several CUDA devices, joined by
/// commas; or, by `cuda` where there are several workers, the first of the `cuda_devices` that there are, as
/// many as there are workers. Whether this machine has them is not looked at. Throws InputError for several
/// of which one is no cuda:N (on the CPU batch normalisation takes its statistics over other slices, so that
/// networks would depend on where they were trained), is named twice, or has no worker.
std::vector<std::string> devices_of(const std::string& text, int workers, int cuda_devices);

/// Of trial 1, 2, ...: in turn, so that trials that run side by side, whose numbers follow each other, are
/// spread evenly, and one that is gone on with comes to the same device again. 0, one of no search: the
/// first.
const std::string& device_of(const std::vector<std::string>& devices, std::int64_t trial);

}  // namespace bora
