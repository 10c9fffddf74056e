#include "tools/assess/settings.h"

#include <algorithm>

#include "common/error.h"
#include "common/text.h"

namespace bora::tools {

Settings parse_settings(const std::string& text, const std::string& option,
                        const std::vector<std::string>& reserved) {
  Settings settings;
  if (text.empty()) return settings;
  for (const std::string& part : split(text, ',')) {
    const auto equals = part.find('=');
    if (equals == std::string::npos && !settings.empty()) {
      settings.back().second += "," + part;
      continue;
    }
    if (equals == std::string::npos || equals == 0)
      throw InputError("{}: '{}' has no name, expected NAME=VALUE,NAME=VALUE", option, printable(part));
    const std::string name = part.substr(0, equals);
    if (std::ranges::find(reserved, name) != reserved.end())
      throw InputError("{}: {} must be set by an option of bo-assess, see --help", option, name);
    if (std::ranges::find(settings, name, &Settings::value_type::first) != settings.end())
      throw InputError("{}: {} is there twice", option, name);
    settings.emplace_back(name, part.substr(equals + 1));
  }
  return settings;
}

}  // namespace bora::tools
