// Settings of one attack, as typed after its name: "simba:basis=dct:step=0.2".
#pragma once

#include <algorithm>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/layers.h"
#include "common/named_settings.h"

namespace bora::attacks {

class AttackSettings : public NamedSettings {
 public:
  explicit AttackSettings(const std::string& spec) : NamedSettings(spec, "attack") {}

  const std::string& attack() const { return name(); }

  /// Reads the setting `key`, a word, and sets `value` to the value of that word; without the setting,
  /// `value` keeps its default. `words`: the valid words with their values, which include the default. Throws
  /// InputError for another word.
  template <typename Value>
  void read_word(const std::string& key, Value& value,
                 const std::vector<std::pair<std::string, std::type_identity_t<Value>>>& words,
                 const std::string& meaning) {
    std::vector<std::string> valid;
    std::string fallback;
    for (const auto& [word, means] : words) {
      valid.push_back(word);
      if (means == value) fallback = word;
    }
    const auto chosen = std::ranges::find(valid, choice(key, fallback, valid, meaning)) - valid.begin();
    value = words[static_cast<std::size_t>(chosen)].second;
  }

  /// Reads the setting `as` (`tuned`, the default, or `paper`) and returns whether it is `paper`. `paper`:
  /// description of the settings that `as=paper` selects, for the help; settings typed beside it take
  /// precedence.
  bool read_as_paper(const std::string& paper) {
    return choice("as", "tuned", {"tuned", "paper"}, "paper: as published, " + paper) == "paper";
  }
  /// Accepts `as=tuned` and `as=paper` for an attack where they mean the same. Help does not list them.
  /// Throws InputError for another value.
  void accept_as() { ignore("as", {"tuned", "paper"}); }
};

}  // namespace bora::attacks
