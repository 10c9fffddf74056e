#include "attacks/record/semantic/change.h"

#include <algorithm>

#include "common/setting_error.h"
#include "common/suggestion.h"
#include "common/text.h"

namespace bora::attacks {

const std::vector<Change>& all_changes() {
  using enum ChangeGroup;
  static const std::vector<Change> all = {
      {"rotate", "degrees", "turned about its centre, counter-clockwise", geometry, 0, -180, 180, false},
      {"shear", "degrees", "slanted: rows moved by their height times the angle's tangent", geometry, 0, -60,
       60, false},
      {"scale", "", "enlarged by a factor about its centre", geometry, 1, 0.2, 5, false},
      {"shift-x", "widths", "moved to the right, as a share of the width", geometry, 0, -0.5, 0.5, false},
      {"shift-y", "heights", "moved down, as a share of the height", geometry, 0, -0.5, 0.5, false},
      {"brightness", "", "a number added to every value in [0, 1]", colour, 0, -1, 1, false},
      {"contrast", "", "differences to the mean grey times a factor", colour, 1, 0, 5, false},
      {"saturation", "", "differences to the pixel's grey times a factor", colour, 1, 0, 5, true},
      {"hue", "degrees", "colours turned about the axis of greys (YIQ)", colour, 0, -180, 180, true},
      {"texture", "", "waves, stripes or checks of this amplitude laid over it", quality, 0, 0, 1, false},
      {"fog", "", "share of a cloudy veil", quality, 0, 0, 1, false},
      {"blur", "pixels", "Gaussian blur of this standard deviation", quality, 0, 0, 20, false},
      {"noise", "", "Gaussian noise of this standard deviation", quality, 0, 0, 1, false},
      {"jpeg", "quality", "stored as JPEG; 100: not at all", quality, 100, 1, 100, false, true},
  };
  return all;
}

int find_change(const std::string& name) {
  std::vector<std::string> names;
  for (const Change& change : all_changes()) {
    if (name == change.name) return static_cast<int>(names.size());
    names.emplace_back(change.name);
  }
  throw SettingError("semantic", "unknown change '{}'{}; valid: {}, shift, order, border", printable(name),
                     suggestion(name, names, kQuotedInBrackets), join(names));
}

const std::vector<std::string>& border_names() {
  static const std::vector<std::string> names{"black", "edge", "reflect"};
  return names;
}

const std::vector<std::string>& texture_names() {
  static const std::vector<std::string> names{"waves", "stripes", "checks"};
  return names;
}

std::vector<ChangeGroup> groups_in_order(int number) {
  std::vector<ChangeGroup> groups{ChangeGroup::geometry, ChangeGroup::colour, ChangeGroup::quality};
  for (int i = 0; i < number; ++i) std::ranges::next_permutation(groups);
  return groups;
}

const std::vector<std::string>& group_orders() {
  static const std::vector<std::string> names = [] {
    constexpr int kOrders = 6;
    const std::vector<std::string> words{"geometry", "colour", "quality"};
    std::vector<std::string> all;
    for (int i = 0; i < kOrders; ++i) {
      std::vector<std::string> parts;
      for (const ChangeGroup group : groups_in_order(i))
        parts.push_back(words[static_cast<std::size_t>(group)]);
      all.push_back(join(parts, " "));
    }
    return all;
  }();
  return names;
}

}  // namespace bora::attacks
