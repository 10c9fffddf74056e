#include "tools/attack/parse_values.h"

#include <algorithm>
#include <filesystem>
#include <limits>

#include "attacks/record/semantic/rules.h"
#include "common/error.h"
#include "common/number.h"
#include "common/suggestion.h"
#include "common/text.h"
#include "tools/options/values.h"

namespace bora::tools {

std::vector<std::string> parse_attacks(const std::string& text) {
  const auto specs = split(text, ',');
  for (auto spec = specs.begin(); spec != specs.end(); ++spec)
    if (std::find(specs.begin(), spec, *spec) != spec) throw InputError("'{}' is given twice", *spec);
  return specs;
}

int parse_targets(const std::string& text) {
  if (text == "all") return 0;
  if (text == "random") return 1;
  if (const auto count = to_number<int>(text, 1)) return *count;
  throw InputError("got '{}', expected all, random or a number of random targets per input", text);
}

std::pair<int, int> parse_range_of_inputs(const std::string& text) {
  const auto range = to_numbers<int>(text, '-');
  if (range && range->first <= range->second) return *range;
  throw InputError("got '{}', expected FIRST-LAST, two positions with FIRST <= LAST <= {}, e.g. 0-99",
                   printable(text), std::numeric_limits<int>::max());
}

ValueRange parse_value_range(const std::string& text, const std::string& option) {
  const auto [low, high] = parse_range(text, option);
  return {low, high};
}

std::vector<float> parse_numbers(const std::string& text) {
  std::vector<float> values;
  for (const std::string& word : split(text, ',')) {
    const auto value = to_finite<float>(word);
    if (!value)
      throw InputError("got '{}', expected a number or numbers with commas between them", printable(text));
    values.push_back(*value);
  }
  return values;
}

DefenceText parse_defence_text(const std::string& text, const std::string& option) {
  return {text, parse_defences(text, option)};
}

PriorSource parse_prior(const std::string& text) {
  using Kind = PriorSource::Kind;
  if (text == "learn") return {Kind::none, {}, true};
  if (text == "data") return {Kind::data, {}, false};
  const std::vector<std::string> words = {"none", "data", "learn"};
  const auto files = split(text, ',');
  for (const std::string& file : files) {
    if (std::filesystem::is_regular_file(file)) continue;
    if (std::ranges::count(words, file) > 0)
      throw InputError("'{}' cannot be combined with files, got '{}'", file, text);
    throw InputError("'{}' is not a file{}; expected none, data, learn or TorchScript files", file,
                     suggestion(file, words, kInBrackets));
  }
  return {Kind::files, files, false};
}

std::string absolute_prior(const std::string& text) {
  // These words are keywords even if a folder has the name.
  if (text == "none" || text == "data" || text == "learn") return text;
  std::vector<std::string> files = split(text, ',');
  for (std::string& file : files) file = absolute_path(file);
  return join(files, ",");
}

std::string checked_changes(const std::string& text) {
  check_semantic_rules(text);
  return text;
}

void check_budget(int queries) {
  if (queries != -1 && queries < 1) throw InputError("got {}, expected at least 1", queries);
}

}  // namespace bora::tools
