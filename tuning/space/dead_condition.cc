#include "tuning/space/dead_condition.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>

#include <fmt/format.h>
#include <re2/re2.h>

#include "common/error.h"
#include "common/number.h"
#include "common/random.h"
#include "common/text.h"
#include "tuning/space/expression.h"

namespace bora::tuning {
namespace {

constexpr std::uint64_t kDeadStream = 0x64656164;
constexpr int kMostCombinations = 20000;

// Returns the numbers in a condition, except those inside texts, and their negatives.
std::vector<double> numbers_of(const std::string& text) {
  static const re2::RE2 kNumber(R"(((?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?))");
  const std::string bare = without_texts(text);
  re2::StringPiece rest(bare);
  std::string number;
  std::vector<double> numbers;
  while (re2::RE2::FindAndConsume(&rest, kNumber, &number))
    if (const auto value = to_finite(number)) numbers.insert(numbers.end(), {*value, -*value});
  return numbers;
}

// Values of one parameter that are tried.
struct TriedValues {
  std::vector<ParameterValue> values;
  bool all = false;  // whether the parameter has no other values
};

TriedValues tried_values(const Parameter& parameter, const std::vector<double>& numbers, Rng& rng) {
  constexpr int kAllWhole = 200, kDrawn = 6;
  if (is_listed(parameter)) return {parameter.values, true};
  TriedValues tried;
  if (is_whole(parameter) && parameter.upper - parameter.lower < kAllWhole) {
    for (double value = parameter.lower; value <= parameter.upper; ++value)
      tried.values.emplace_back(static_cast<std::int64_t>(value));
    tried.all = true;
    return tried;
  }
  std::set<double> values{parameter.lower, parameter.upper};
  for (int draw = 0; draw < kDrawn; ++draw) values.insert(rng.uniform(parameter.lower, parameter.upper));
  for (const double number : numbers)
    for (const double value : {number, std::floor(number) - 1, std::ceil(number) + 1})
      if (value >= parameter.lower && value <= parameter.upper) values.insert(value);
  const std::vector<double> sorted(values.begin(), values.end());
  for (std::size_t k = 1; k < sorted.size(); ++k)
    values.insert(sorted[k - 1] + (sorted[k] - sorted[k - 1]) / 2);
  for (const double value : values) {
    if (is_whole(parameter))
      tried.values.emplace_back(static_cast<std::int64_t>(std::floor(value)));
    else
      tried.values.emplace_back(value);
  }
  return tried;
}

// Returns the parameters on which condition i depends: those that it mentions, those that their conditions
// mention, and so on, in the order of the file.
std::vector<std::size_t> deciding(const SpaceRules& rules, std::size_t i) {
  std::set<std::size_t> found;
  std::vector<std::size_t> open(rules.when[i]->mentioned());
  while (!open.empty()) {
    const std::size_t at = open.back();
    open.pop_back();
    if (!found.insert(at).second || !rules.when[at]) continue;
    open.insert(open.end(), rules.when[at]->mentioned().begin(), rules.when[at]->mentioned().end());
  }
  return {found.begin(), found.end()};
}

}  // namespace

bool can_hold(const std::vector<Parameter>& parameters, const SpaceRules& rules, std::size_t i,
              const std::string& text) {
  const std::vector<std::size_t> places = deciding(rules, i);
  const std::vector<double> numbers = numbers_of(text);
  Rng rng(kDeadStream);
  std::vector<TriedValues> tried;
  double combinations = 1;
  for (const std::size_t at : places) {
    tried.push_back(tried_values(parameters[at], numbers, rng));
    combinations *= static_cast<double>(tried.back().values.size());
  }
  Assignment values(parameters.size());
  const auto holds = [&](const auto& value_at) {
    for (std::size_t k = 0; k < places.size(); ++k) {
      const std::size_t at = places[k];
      values[at].reset();
      if (!rules.when[at] || rules.when[at]->holds(values, false)) values[at] = value_at(k);
    }
    return rules.when[i]->holds(values, false);
  };
  try {
    const bool whole = combinations <= kMostCombinations;
    for (int number = 0; number < (whole ? static_cast<int>(combinations) : kMostCombinations); ++number) {
      int rest = number;
      const bool found = holds([&](std::size_t k) {
        const auto count = static_cast<int>(tried[k].values.size());
        const int which = whole ? rest % count : rng.index(count);
        rest /= count;
        return tried[k].values[static_cast<std::size_t>(which)];
      });
      if (found) return true;
    }
    if (whole && std::ranges::all_of(tried, &TriedValues::all)) return false;
    for (int draw = 0; draw < kMostCombinations; ++draw) {
      const bool found = holds([&](std::size_t k) -> ParameterValue {
        const Parameter& parameter = parameters[places[k]];
        if (tried[k].all)
          return tried[k]
              .values[static_cast<std::size_t>(rng.index(static_cast<int>(tried[k].values.size())))];
        const double value = rng.uniform(parameter.lower, parameter.upper);
        if (is_whole(parameter)) return static_cast<std::int64_t>(std::round(value));
        return value;
      });
      if (found) return true;
    }
  } catch (const InputError&) {
    return true;  // parse_space() draws points afterwards, which reports the error
  }
  return false;
}

std::string describe_values(const std::vector<Parameter>& parameters,
                            const std::vector<std::size_t>& mentioned) {
  std::vector<std::string> parts;
  for (const std::size_t at : mentioned) {
    const Parameter& parameter = parameters[at];
    if (!is_listed(parameter)) {
      parts.push_back(fmt::format("{} is {} to {}", parameter.name, parameter.lower, parameter.upper));
      continue;
    }
    std::vector<std::string> texts;
    for (const ParameterValue& value : parameter.values)
      texts.push_back(std::holds_alternative<std::string>(value) ? "'" + to_text(value) + "'"
                                                                 : to_text(value));
    parts.push_back(
        fmt::format("{} is {}{}", parameter.name, texts.size() > 1 ? "one of " : "", join(texts)));
  }
  return join(parts, "; ");
}

}  // namespace bora::tuning
