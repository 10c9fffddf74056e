#include "models/defence.h"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "common/error.h"
#include "common/text.h"

namespace bora {
namespace {

struct KnownDefence {
  const char* name;
  Defence::Kind kind;
  double least, most;
  bool whole;        // a whole number
  double otherwise;  // where no number is given; 0: one must be
  const char* unit;
};
constexpr KnownDefence kKnown[] = {
    {"jpeg", Defence::Kind::jpeg, 1, 100, true, 0, "quality"},
    {"bits", Defence::Kind::bits, 1, 7, true, 0, "number of bits of a pixel value"},
    // 0.02 is the authors' usual choice; 4 the default of the authors' code.
    {"rnd", Defence::Kind::noise, 1e-6, 1, false, 0.02, "standard deviation"},
    {"aaa", Defence::Kind::scores, 0.01, 1000, false, 4, "number of logits"}};

Defence parse_step(const std::string& text, const std::string& option) {
  const auto colon = text.find(':');
  for (const KnownDefence& one : kKnown) {
    if (text.substr(0, colon) != one.name) continue;
    if (colon == std::string::npos && one.otherwise > 0) return {one.kind, one.otherwise};
    double value = 0;
    const char* const end = text.data() + text.size();
    const char* const begin = colon == std::string::npos ? end : text.data() + colon + 1;
    const auto [stop, error] = std::from_chars(begin, end, value);
    if (error == std::errc() && stop == end && value >= one.least && value <= one.most &&
        (!one.whole || value == std::floor(value)))
      return {one.kind, value};
    throw InputError("{}: got '{}', expected {}:N with a {} from {} to {}", option, printable(text), one.name,
                     one.unit, one.least, one.most);
  }
  std::vector<std::string> names = {"none"};
  for (const KnownDefence& one : kKnown) names.emplace_back(one.name);
  const std::string nearest = nearest_name(text.substr(0, colon), names);
  throw InputError(
      "{}: got '{}', expected none, jpeg:QUALITY, bits:N, rnd:DEVIATION, aaa or several joined by +{}",
      option, printable(text), nearest.empty() ? "" : "; did you mean " + nearest + "?");
}

}  // namespace

std::string to_string(const Defence& step) {
  for (const KnownDefence& one : kKnown)
    if (one.kind == step.kind) return fmt::format("{}:{}", one.name, step.parameter);
  return "";
}

std::vector<Defence> parse_defences(const std::string& text, const std::string& option) {
  std::vector<Defence> steps;
  if (text == "none") return steps;
  for (const std::string& part : split(text, '+')) {
    if (!steps.empty() && steps.back().kind == Defence::Kind::scores)
      throw InputError("{}: got '{}', expected aaa at the end: it changes scores, not images", option,
                       printable(text));
    steps.push_back(parse_step(part, option));
  }
  return steps;
}

}  // namespace bora
