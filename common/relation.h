// Relations between a figure and a bound, as in "asr > 0.2" or "latency<=20".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace bora {

enum class Relation { more, at_least, less, at_most };

/// Returns the sign that stands for a relation: ">", ">=", "<", "<=".
inline std::string to_string(Relation relation) {
  static constexpr const char* kSigns[] = {">", ">=", "<", "<="};
  return kSigns[static_cast<int>(relation)];
}

/// Returns whether the relation holds between `value` and `bound`.
inline bool holds(double value, Relation relation, double bound) {
  switch (relation) {
    case Relation::more:
      return value > bound;
    case Relation::at_least:
      return value >= bound;
    case Relation::less:
      return value < bound;
    case Relation::at_most:
      break;
  }
  return value <= bound;
}

/// Parses the sign at the front of `text` and removes it from there. If `text` does not begin with a sign,
/// returns nullopt and leaves `text` unchanged.
inline std::optional<Relation> take_relation(std::string_view& text) {
  for (const Relation relation : {Relation::at_least, Relation::more, Relation::at_most, Relation::less}) {
    const std::string sign = to_string(relation);
    if (!text.starts_with(sign)) continue;
    text.remove_prefix(sign.size());
    return relation;
  }
  return std::nullopt;
}

}  // namespace bora
