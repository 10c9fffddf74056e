// The setting `loss` of attacks that raise one.
#pragma once

#include <optional>
#include <string>

#include "attacks/settings/attack_settings.h"
#include "attacks/threat/objective.h"

namespace bora::attacks {

/// Reads margin, cross-entropy or log-odds. Throws InputError for another word.
inline void read_loss(AttackSettings& settings, Loss& loss, const std::string& meaning = "what to raise") {
  loss =
      parse_loss(settings.choice("loss", to_string(loss), {"margin", "cross-entropy", "log-odds"}, meaning));
}

/// The same with `auto`, which is none; the default is `loss`.
inline void read_loss(AttackSettings& settings, std::optional<Loss>& loss) {
  const std::string name = settings.choice("loss", loss ? to_string(*loss) : "auto",
                                           {"auto", "margin", "cross-entropy", "log-odds"},
                                           "what to raise; auto: margin untargeted, cross-entropy targeted");
  loss = name == "auto" ? std::nullopt : std::optional(parse_loss(name));
}

}  // namespace bora::attacks
