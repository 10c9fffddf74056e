#include "tools/attack/parse_values.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>

#include "attacks/record/semantic/rules.h"
#include "common/error.h"
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
  int count = 0;
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, count);
  if (error != std::errc() || stopped != end || count < 1)
    throw InputError("got '{}', expected all, random or a number of random targets an input", text);
  return count;
}

std::pair<int, int> parse_range_of_inputs(const std::string& text) {
  std::pair<int, int> range;
  const char* end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, range.first);
  const bool dash = first.ec == std::errc() && first.ptr != end && *first.ptr == '-';
  const auto last = dash ? std::from_chars(first.ptr + 1, end, range.second) : first;
  if (!dash || last.ec != std::errc() || last.ptr != end || range.first < 0 || range.second < range.first)
    throw InputError("got '{}', expected FIRST-LAST, two positions with FIRST <= LAST, e.g. 0-99",
                     printable(text));
  return range;
}

ValueRange parse_value_range(const std::string& text, const std::string& option) {
  const auto [low, high] = parse_range(text, option);
  return {low, high};
}

std::vector<float> parse_numbers(const std::string& text) {
  std::vector<float> values;
  for (const std::string& word : split(text, ',')) {
    float value = 0;
    const char* const end = word.data() + word.size();
    const auto [stopped, error] = std::from_chars(word.data(), end, value);
    if (error != std::errc() || stopped != end || !std::isfinite(value))
      throw InputError("got '{}', expected a number or numbers with commas between them", printable(text));
    values.push_back(value);
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
      throw InputError("'{}' is given in '{}', but stands alone: expected it, or TorchScript files", file,
                       text);
    const std::string nearest = nearest_name(file, words);
    throw InputError("'{}' is no file{}; expected none, data, learn or TorchScript files", file,
                     nearest.empty() ? "" : fmt::format(" (did you mean {}?)", nearest));
  }
  return {Kind::files, files, false};
}

std::string absolute_prior(const std::string& text) {
  // Keywords, even if a folder has this name.
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
