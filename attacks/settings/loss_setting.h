// The setting `loss` of attacks that raise one.
#pragma once

#include <optional>
#include <string>

#include "attacks/settings/attack_settings.h"
#include "attacks/threat/objective.h"
#include "common/layers.h"

namespace bora::attacks {

/// Reads margin, cross-entropy or log-odds. Throws InputError for another word.
void read_loss(AttackSettings& settings, Loss& loss, const std::string& meaning = "what to raise");
/// The same with `auto`, which is none; the default is `loss`.
void read_loss(AttackSettings& settings, std::optional<Loss>& loss);

}  // namespace bora::attacks
