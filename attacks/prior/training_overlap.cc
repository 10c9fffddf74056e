#include "attacks/prior/training_overlap.h"

#include <algorithm>

namespace bora::attacks {

std::string to_string(SameData same) {
  constexpr const char* kNames[] = {"yes", "no", "unknown"};
  return kNames[static_cast<int>(same)];
}

TrainingOverlap training_overlap(const std::optional<ContentSet>& victim,
                                 const std::vector<std::optional<ContentSet>>& attackers) {
  TrainingOverlap overlap;
  ContentSet all;
  bool complete = true;
  for (const auto& attacker : attackers) {
    if (attacker) all.merge(*attacker);
    complete = complete && attacker;
  }
  overlap.images = all.size();
  if (!victim || attackers.empty()) return overlap;
  overlap.shared = all.shared_with(*victim);
  overlap.same = complete ? SameData::no : SameData::unknown;
  if (overlap.shared > 0) overlap.same = SameData::yes;
  return overlap;
}

int count_known(const ContentSet& set, const std::vector<std::string>& images) {
  return static_cast<int>(std::ranges::count_if(images, [&](const std::string& image) {
    return set.contains({reinterpret_cast<const std::uint8_t*>(image.data()), image.size()});
  }));
}

}  // namespace bora::attacks
