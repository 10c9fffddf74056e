#include "common/named_settings.h"

#include <algorithm>

#include "common/setting_error.h"
#include "common/suggestion.h"
#include "common/text.h"

namespace bora {

NamedSettings::NamedSettings(const std::string& spec, const std::string& setting) : setting_(setting) {
  const auto parts = split(spec, ':');
  name_ = parts.front();
  for (auto part = parts.begin() + 1; part != parts.end(); ++part) {
    const auto equals = part->find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == part->size())
      throw_error(spec, fmt::format("'{}' is not a setting, expected key=value", printable(*part)));
    const std::string key = part->substr(0, equals);
    if (!values_.emplace(key, part->substr(equals + 1)).second)
      throw_error(spec, fmt::format("'{}' is given twice", printable(key)));
  }
}

void NamedSettings::throw_error(const std::string& subject, const std::string& message) const {
  if (setting_.empty()) throw InputError("{}: {}", printable(subject), message);
  throw SettingError(setting_ + " " + printable(subject), "{}", message);
}

const std::string* NamedSettings::find(const std::string& key) const {
  const auto found = values_.find(key);
  return found == values_.end() ? nullptr : &found->second;
}

void NamedSettings::describe(const std::string& key, std::string fallback, std::string valid,
                             const std::string& meaning) {
  // Drops the preposition that range_text() gives the range for errors: "of at least 1".
  if (valid.starts_with("of ")) valid.erase(0, 3);
  descriptions_.push_back({key, std::move(fallback), std::move(valid), meaning});
}

void NamedSettings::read(const std::string& key, bool& value, const std::string& meaning) {
  std::string word = value ? "yes" : "no";
  read(key, word, {"yes", "no"}, meaning);
  value = word == "yes";
}

void NamedSettings::read(const std::string& key, std::string& value, const std::vector<std::string>& valid,
                         const std::string& meaning) {
  describe(key, value, join(valid, " | "), meaning);
  const std::string* const text = find(key);
  if (text == nullptr) return;
  if (std::ranges::find(valid, *text) == valid.end())
    fail("{}={}{}; valid: {}", key, printable(*text), suggestion(*text, valid, kQuotedInBrackets),
         join(valid));
  value = *text;
}

std::string NamedSettings::choice(const std::string& key, std::string fallback,
                                  const std::vector<std::string>& valid, const std::string& meaning) {
  read(key, fallback, valid, meaning);
  return fallback;
}

std::string NamedSettings::text(const std::string& key, const std::string& fallback) {
  describe(key, fallback, "any text", "");
  const std::string* const text = find(key);
  return text == nullptr ? fallback : *text;
}

void NamedSettings::ignore(const std::string& key, const std::vector<std::string>& valid) {
  choice(key, valid.front(), valid);
  descriptions_.pop_back();
  values_.erase(key);
}

void NamedSettings::finish() const {
  std::vector<std::string> keys;
  for (const auto& description : descriptions_) keys.push_back(description.key);
  for (const auto& [key, value] : values_) {
    if (std::ranges::find(keys, key) != keys.end()) continue;
    fail("has no setting '{}'{}; valid: {}", printable(key), suggestion(key, keys, kQuotedInBrackets),
         keys.empty() ? "none" : join(keys));
  }
}

}  // namespace bora
