#include "tuning/outcome_bound.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "common/setting_error.h"
#include "common/text.h"
#include "tuning/trials/value_reader.h"

namespace bora::tuning {
namespace {

OutcomeBound parse_outcome_bound(const std::string& text) {
  const auto at = std::min(text.find_first_of("<>=!"), text.size());
  const std::string name = trimmed(text.substr(0, at));
  std::string_view rest = std::string_view(text).substr(at);
  const auto relation = take_relation(rest);
  const bool compares = relation == Relation::at_most || relation == Relation::at_least;
  if (name.empty() || !compares)
    throw SettingError("constraint",
                       "'{}' is not valid, expected NAME<=NUMBER or NAME>=NUMBER, e.g. latency<=20",
                       printable(text));
  for (const char* const taken : {"trial", "status", "reason", "feasible"})
    if (name == taken)
      throw SettingError("constraint", "{}: results.csv has a column of that name already, choose another",
                         name);
  try {
    return {name, *relation, parse_value(std::string(rest))};
  } catch (const InputError&) {
    throw SettingError("constraint",
                       "'{}': '{}' is not valid, expected a number of at most 1e150, e.g. latency<=20",
                       printable(text), printable(trimmed(rest)));
  }
}

}  // namespace

std::string OutcomeBound::text() const {
  return fmt::format("{}{}{}", name, to_string(relation), bound);
}

std::vector<OutcomeBound> parse_outcome_bounds(const std::vector<std::string>& texts) {
  std::vector<OutcomeBound> bounds;
  for (const std::string& text : texts) {
    OutcomeBound made = parse_outcome_bound(text);
    for (const OutcomeBound& other : bounds)
      if (other.name == made.name && other.relation == made.relation)
        throw SettingError("constraint", "the same bound of {} is given twice, {} and {}", made.name,
                           other.text(), made.text());
    bounds.push_back(std::move(made));
  }
  return bounds;
}

}  // namespace bora::tuning
