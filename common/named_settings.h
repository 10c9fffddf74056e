// Parser of a name followed by settings, such as "simba:basis=dct:step=0.2".
#pragma once

#include <map>
#include <string>
#include <vector>

#include "common/number.h"

namespace bora {

/// Description of one setting in a help text: its key, default value, valid values and meaning.
struct SettingDescription {
  std::string key, fallback, valid, meaning;
};

/// Reader of a spec, which is written `name[:key=value]...`. The component that uses the settings reads them
/// by key. The same calls describe the settings, so that validation, help and use always agree.
class NamedSettings {
 public:
  /// setting: name of the option whose value the spec is, e.g. "attack"; may be empty. Throws as fail() does
  /// if the spec does not have the form above or sets a key twice.
  explicit NamedSettings(const std::string& spec, const std::string& setting = "");

  const std::string& name() const { return name_; }
  /// Returns whether the setting `key` was given.
  bool has(const std::string& key) const { return find(key) != nullptr; }

  /// Throws SettingError that names the option and name(), or InputError that names name() if the option is
  /// empty.
  template <typename... Args>
  [[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) const {
    throw_error(name_, fmt::format(format, std::forward<Args>(args)...));
  }

  /// Overwrites `value` with the setting `key` if it was given. Calls fail() if it is not a number in
  /// [smallest, largest].
  template <typename Number>
  void read(const std::string& key, Number& value, std::type_identity_t<Number> smallest,
            std::type_identity_t<Number> largest, const std::string& meaning = "");
  void read(const std::string& key, bool& value, const std::string& meaning = "");  ///< yes | no
  /// Overwrites `value` with the setting `key` if it was given. Calls fail() if it is not one of `valid`.
  void read(const std::string& key, std::string& value, const std::vector<std::string>& valid,
            const std::string& meaning = "");
  /// Returns the setting `key`, or `fallback` if it was not given. Calls fail() if it is not one of `valid`.
  std::string choice(const std::string& key, std::string fallback, const std::vector<std::string>& valid,
                     const std::string& meaning = "");
  /// Returns the setting `key`, any text, or `fallback` if it was not given.
  std::string text(const std::string& key, const std::string& fallback);

  /// Accepts the setting `key`, which has no effect and no description, as an old spelling. Calls fail() if
  /// its value is not one of `valid`.
  void ignore(const std::string& key, const std::vector<std::string>& valid);

  /// Calls fail(), naming the nearest valid key, if a key was given that none of the calls above has read.
  void finish() const;

  /// Returns the settings read so far, with their default values.
  const std::vector<SettingDescription>& descriptions() const { return descriptions_; }

 private:
  const std::string* find(const std::string& key) const;
  void describe(const std::string& key, std::string fallback, std::string valid, const std::string& meaning);

  [[noreturn]] void throw_error(const std::string& subject, const std::string& message) const;

  std::string setting_, name_;
  std::map<std::string, std::string> values_;
  std::vector<SettingDescription> descriptions_;
};

template <typename Number>
void NamedSettings::read(const std::string& key, Number& value, std::type_identity_t<Number> smallest,
                         std::type_identity_t<Number> largest, const std::string& meaning) {
  const std::string range = range_text(smallest, largest);
  describe(key, fmt::format("{}", value), range.starts_with("from ") ? range.substr(5) : range, meaning);
  const std::string* const text = find(key);
  if (text == nullptr) return;
  const auto given = to_number<Number>(*text, smallest, largest);
  if (!given)
    fail("{}={}, expected a {} {}", key, printable(*text), number_name<Number>(),
         range_for<Number>(*text, smallest, largest));
  value = *given;
}

}  // namespace bora
