// Tables of attacks by name, as the factories of image and of graph attacks hold them.
#pragma once

#include <string>
#include <vector>

#include "attacks/settings/attack_summary.h"
#include "common/error.h"
#include "common/layers.h"
#include "common/setting_error.h"
#include "common/text.h"

namespace bora::attacks {

/// The entry of that name; each has a `summary`. Throws InputError naming the nearest, and all there are.
/// `kind`: follows the name in the message, e.g. " on graphs".
template <typename Entry>
const Entry& find_entry(const std::vector<Entry>& entries, const std::string& name, const std::string& kind) {
  std::vector<std::string> names;
  for (const Entry& entry : entries) {
    if (entry.summary.name == name) return entry;
    names.push_back(entry.summary.name);
  }
  const std::string nearest = nearest_name(name, names);
  throw SettingError("attack", "unknown attack '{}'{}{}; valid: {}", name, kind,
                     nearest.empty() ? "" : fmt::format(", did you mean '{}'?", nearest), join(names));
}

template <typename Entry>
std::vector<AttackSummary> summaries_of(const std::vector<Entry>& entries) {
  std::vector<AttackSummary> all;
  for (const Entry& entry : entries) all.push_back(entry.summary);
  return all;
}

}  // namespace bora::attacks
