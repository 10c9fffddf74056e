#include "attacks/settings/attack_settings.h"

#include <algorithm>
#include <charconv>

#include "attacks/settings/attack_summary.h"
#include "common/error.h"
#include "common/text.h"

namespace bora {
namespace {

/// Parses the whole of `text` as a number; returns false if it is none.
template <typename T>
bool parse(const std::string& text, T& value) {
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stopped == end;
}

}  // namespace

std::string to_string(PriorUse use) {
  return use == PriorUse::none ? "none" : use == PriorUse::optional ? "optional" : "required";
}

AttackSettings::AttackSettings(const std::string& spec) {
  const auto parts = split(spec, ':');
  attack_ = parts.front();
  for (auto part = parts.begin() + 1; part != parts.end(); ++part) {
    const auto equals = part->find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == part->size())
      throw InputError("--attack {}: '{}' is no setting, expected key=value", spec, *part);
    const std::string key = part->substr(0, equals);
    if (!values_.emplace(key, part->substr(equals + 1)).second)
      throw InputError("--attack {}: '{}' is set twice", spec, key);
  }
}

const std::string* AttackSettings::find(const std::string& key) const {
  const auto found = values_.find(key);
  return found == values_.end() ? nullptr : &found->second;
}

void AttackSettings::describe(const std::string& key, std::string fallback, std::string valid,
                              const std::string& meaning) {
  descriptions_.push_back({key, std::move(fallback), std::move(valid), meaning});
}

void AttackSettings::read(const std::string& key, double& value, double smallest, double largest,
                          const std::string& meaning) {
  const std::string valid = fmt::format("{} to {}", smallest, largest);
  describe(key, fmt::format("{}", value), valid, meaning);
  const std::string* text = find(key);
  if (text == nullptr) return;
  double given = 0;
  // This form of the condition refuses NaN.
  if (!parse(*text, given) || !(given >= smallest && given <= largest))
    throw InputError("--attack {}: {}={}, expected a number from {}", attack_, key, *text, valid);
  value = given;
}

void AttackSettings::read(const std::string& key, int& value, int smallest, int largest,
                          const std::string& meaning) {
  const std::string valid = fmt::format("{} to {}", smallest, largest);
  describe(key, fmt::format("{}", value), valid, meaning);
  const std::string* text = find(key);
  if (text == nullptr) return;
  int given = 0;
  if (!parse(*text, given) || given < smallest || given > largest)
    throw InputError("--attack {}: {}={}, expected a whole number from {}", attack_, key, *text, valid);
  value = given;
}

void AttackSettings::read(const std::string& key, bool& value, const std::string& meaning) {
  std::string word = value ? "yes" : "no";
  read(key, word, {"yes", "no"}, meaning);
  value = word == "yes";
}

void AttackSettings::read(const std::string& key, std::string& value, const std::vector<std::string>& valid,
                          const std::string& meaning) {
  describe(key, value, join(valid, " | "), meaning);
  const std::string* text = find(key);
  if (text == nullptr) return;
  if (std::find(valid.begin(), valid.end(), *text) == valid.end()) {
    const std::string nearest = nearest_name(*text, valid);
    throw InputError("--attack {}: {}={}{}; valid: {}", attack_, key, *text,
                     nearest.empty() ? "" : fmt::format(", did you mean '{}'?", nearest), join(valid));
  }
  value = *text;
}

bool AttackSettings::read_as_paper(const std::string& paper) {
  std::string as = "tuned";
  read("as", as, {"tuned", "paper"}, "paper: as published, " + paper);
  return as == "paper";
}

void AttackSettings::finish() const {
  std::vector<std::string> keys;
  for (const auto& description : descriptions_) keys.push_back(description.key);
  for (const auto& [key, value] : values_) {
    if (std::find(keys.begin(), keys.end(), key) != keys.end()) continue;
    const std::string nearest = nearest_name(key, keys);
    throw InputError("--attack {}: has no setting '{}'{}; valid: {}", attack_, key,
                     nearest.empty() ? "" : fmt::format(", did you mean '{}'?", nearest),
                     keys.empty() ? "none" : join(keys));
  }
}

}  // namespace bora
