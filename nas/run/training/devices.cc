#include "nas/run/training/devices.h"

#include <algorithm>

#include <fmt/format.h>

#include "common/setting_error.h"
#include "common/text.h"

namespace bora::nas {

std::vector<std::string> devices_of(const std::string& text, int workers, int cuda_devices) {
  std::vector<std::string> devices;
  if (text == "cuda" && workers > 1 && cuda_devices > 1) {
    for (int i = 0; i < std::min(workers, cuda_devices); ++i) devices.push_back(fmt::format("cuda:{}", i));
    return devices;
  }
  const auto names = split(text, ',');
  for (const std::string& name : names) {
    if (names.size() > 1 && !name.starts_with("cuda:"))
      throw SettingError("device", "'{}' cannot be one of several devices, expected cuda:N for each",
                         printable(name));
    if (std::ranges::find(devices, name) != devices.end())
      throw SettingError("device", "'{}' is given twice", printable(name));
    devices.push_back(name);
  }
  if (static_cast<int>(devices.size()) > std::max(1, workers))
    throw SettingError("device", "{} devices for {} workers, expected as many workers at least",
                       devices.size(), workers);
  return devices;
}

const std::string& device_of(const std::vector<std::string>& devices, std::int64_t trial) {
  return devices[static_cast<std::size_t>(std::max<std::int64_t>(trial, 1) - 1) % devices.size()];
}

}  // namespace bora::nas
