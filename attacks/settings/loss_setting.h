// Setting `loss` of attacks that maximise a loss.
#pragma once

#include <optional>
#include <string>

#include "attacks/settings/attack_settings.h"
#include "attacks/threat/objective.h"

namespace bora::attacks {

/// Reads the setting `loss`: margin, cross-entropy or log-odds; the default is the value of `loss`.
/// `meaning`: description for the help. Throws InputError for another word.
inline void read_loss(AttackSettings& settings, Loss& loss,
                      const std::string& meaning = "loss that is maximised") {
  loss =
      parse_loss(settings.choice("loss", to_string(loss), {"margin", "cross-entropy", "log-odds"}, meaning));
}

/// Reads the setting `loss` where `auto` is valid, too, which sets `loss` to nullopt.
inline void read_loss(AttackSettings& settings, std::optional<Loss>& loss) {
  const std::string name = settings.choice(
      "loss", loss ? to_string(*loss) : "auto", {"auto", "margin", "cross-entropy", "log-odds"},
      "loss that is maximised; auto: margin untargeted, cross-entropy targeted");
  loss = name == "auto" ? std::nullopt : std::optional(parse_loss(name));
}

}  // namespace bora::attacks
