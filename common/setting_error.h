// Errors in the value of a setting, which name the setting.
#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/error.h"
#include "common/text.h"

namespace bora {

/// Error in the value of a setting. The message begins with the setting's name, as in a configuration file. A
/// command puts the dashes of its option in front (run_tool), so that libraries need not know any option.
class SettingError : public InputError {
 public:
  /// setting: name of the setting, which may be followed by its value, e.g. "strategy bowl".
  template <typename... Args>
  explicit SettingError(const std::string& setting, fmt::format_string<Args...> format, Args&&... args)
      : InputError("{}: {}", setting, fmt::format(format, std::forward<Args>(args)...)) {}
};

/// Returns `text` if it is one of `names`. Throws SettingError that lists them and suggests the nearest.
inline const std::string& one_of(const std::string& text, const std::string& setting,
                                 const std::vector<std::string>& names) {
  for (const std::string& name : names)
    if (name == text) return text;
  const std::string nearest = nearest_name(text, names);
  throw SettingError(setting, "'{}' is not one of {}{}", printable(text), join(names),
                     nearest.empty() ? "" : "; did you mean " + nearest + "?");
}

/// Throws SettingError unless `value` is in [least, most], which excludes values that are not finite.
inline void check_range(const std::string& setting, double value, double least,
                        double most = std::numeric_limits<double>::max()) {
  if (value >= least && value <= most) return;
  if (!std::isfinite(value)) throw SettingError(setting, "{} is not a finite number", value);
  if (most == std::numeric_limits<double>::max())
    throw SettingError(setting, "got {}, expected at least {}", value, least);
  throw SettingError(setting, "got {}, expected {} to {}", value, least, most);
}

/// Returns the names of the entries of a table, in its order. Each entry has a `name`.
template <typename Entry>
std::vector<std::string> names_of(const std::vector<Entry>& table) {
  std::vector<std::string> names;
  for (const Entry& entry : table) names.emplace_back(entry.name);
  return names;
}

/// Returns the entry that has this name. Throws SettingError as one_of() does if there is none.
template <typename Entry>
const Entry& entry_of(const std::vector<Entry>& table, std::string_view name, std::string_view setting) {
  for (const Entry& entry : table)
    if (entry.name == name) return entry;
  one_of(std::string(name), std::string(setting), names_of(table));
  throw SettingError(std::string(setting), "'{}' is in no table", name);
}

}  // namespace bora
