// Suggestions for mistyped names, at the end of errors.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "common/error.h"
#include "common/text.h"

namespace bora {

/// Returns "; did you mean bo?" with the member of `names` that is nearest to `word` (nearest_name()); "" if
/// none is near. `form`: the sentence, with {} for the name.
inline std::string suggestion(const std::string& word, const std::vector<std::string>& names,
                              const char* form = "; did you mean {}?") {
  const std::string nearest = nearest_name(word, names);
  return nearest.empty() ? "" : fmt::format(fmt::runtime(form), nearest);
}

/// Forms of suggestion() inside a sentence.
inline constexpr const char* kInBrackets = " (did you mean {}?)";
inline constexpr const char* kQuotedInBrackets = " (did you mean '{}'?)";

/// Returns `text` if it is one of `names`. Throws InputError that begins with `place`, lists the names and
/// suggests the nearest.
inline const std::string& check_name(const std::string& text, const std::string& place,
                                     const std::vector<std::string>& names) {
  if (std::ranges::find(names, text) != names.end()) return text;
  throw InputError("{}: '{}' is not one of {}{}", place, text, join(names), suggestion(text, names));
}

}  // namespace bora
