#include "models/defences/defence.h"

#include <cmath>

#include <fmt/format.h>

#include "common/error.h"
#include "common/fraction.h"
#include "common/suggestion.h"
#include "common/text.h"

namespace bora::models {
namespace {

struct KnownDefence {
  const char* name;
  Defence::Kind kind;
  double least, most;  // range of its parameter
  bool whole;          // whether the parameter is a whole number
  double otherwise;    // default; 0: the parameter must be given
  const char* unit;    // meaning of the parameter, for messages
};
constexpr KnownDefence kKnown[] = {
    {"jpeg", Defence::Kind::jpeg, 1, 100, true, 0, "quality"},
    {"bits", Defence::Kind::bits, 1, 7, true, 0, "number of bits of a pixel value"},
    // 0.02 is the usual choice of RND's authors. 4 is the default of the class in the code of AAA's authors;
    // their experiments use 6.
    {"rnd", Defence::Kind::noise, 1e-6, 1, false, 0.02, "standard deviation"},
    // The authors place images of 299 to 330 pixels on a canvas of 331.
    {"resize-pad", Defence::Kind::resize, 0.1, 1, false, 0.9, "smallest share of a side"},
    {"smooth", Defence::Kind::smooth, 1e-6, 10, false, 0.25, "standard deviation"},
    {"aaa", Defence::Kind::scores, 0.01, 1000, false, 4, "number of logits"}};

constexpr int kCopies = 100;  // the number with which the authors select a class
constexpr int kMostCopies = 100'000;

// Parses a number or a fraction such as 4/255. Returns whether it is valid.
bool parse_parameter(const std::string& text, double least, double most, bool whole, double& value) {
  try {
    value = parse_fraction(text, "");
  } catch (const InputError&) {
    return false;
  }
  return value >= least && value <= most && (!whole || value == std::floor(value));
}

Defence parse_step(const std::string& text, const std::string& option) {
  const std::vector<std::string> parts = split(text, ':');
  for (const KnownDefence& one : kKnown) {
    if (parts.front() != one.name) continue;
    const bool votes = one.kind == Defence::Kind::smooth;
    Defence step{one.kind, one.otherwise, votes ? kCopies : 0};
    bool good = parts.size() > 1 ? parse_parameter(parts[1], one.least, one.most, one.whole, step.parameter)
                                 : one.otherwise > 0;
    if (votes && parts.size() == 3) {
      double copies = 0;
      good = good && parse_parameter(parts[2], 1, kMostCopies, true, copies);
      step.copies = static_cast<int>(copies);
    } else {
      good = good && parts.size() <= 2;
    }
    if (good) return step;
    throw InputError("{}: got '{}', expected {}:N with a {} from {} to {}{}", option, printable(text),
                     one.name, one.unit, one.least, one.most,
                     votes ? fmt::format(", and smooth:N:COPIES with 1 to {} copies", kMostCopies) : "");
  }
  std::vector<std::string> names = {"none"};
  for (const KnownDefence& one : kKnown) names.emplace_back(one.name);
  throw InputError(
      "{}: got '{}', expected none, jpeg:QUALITY, bits:N, rnd:DEVIATION, resize-pad:SHARE, "
      "smooth:DEVIATION:COPIES, aaa or several joined by +{}",
      option, printable(text), suggestion(parts.front(), names));
}

}  // namespace

std::string to_string(const Defence& step) {
  for (const KnownDefence& one : kKnown)
    if (one.kind == step.kind)
      return fmt::format("{}:{}{}", one.name, step.parameter,
                         step.copies > 0 ? fmt::format(":{}", step.copies) : "");
  return "";
}

std::vector<Defence> parse_defences(const std::string& text, const std::string& option) {
  std::vector<Defence> steps;
  if (text == "none") return steps;
  for (const std::string& part : split(text, '+')) {
    if (!steps.empty() &&
        (steps.back().kind == Defence::Kind::scores || steps.back().kind == Defence::Kind::smooth))
      throw InputError("{}: got '{}', expected aaa or smooth at the end: they make the scores", option,
                       printable(text));
    steps.push_back(parse_step(part, option));
  }
  return steps;
}

}  // namespace bora::models
