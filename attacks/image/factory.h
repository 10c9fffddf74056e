// Attacks by name, with their settings.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "attacks/image/image_attack.h"
#include "attacks/settings/attack_settings.h"
#include "attacks/settings/attack_summary.h"
#include "attacks/threat/visibility.h"

namespace bora {

using AttackMaker = std::function<std::unique_ptr<ImageAttack>(AttackProblem)>;

/// An attack with its settings, checked.
struct AttackRecipe {
  std::string label;  ///< as typed; what the run database knows it by
  AttackSummary summary;
  AttackMaker make;
};

/// All attacks there are.
const std::vector<AttackSummary>& attack_summaries();

/// The settings of an attack, with the values they have if not given, for images of this shape. Where only
/// labels are visible, those of repeated_labels.h come with them.
std::vector<SettingDescription> attack_settings(const std::string& name, const ImageShape& shape,
                                                const Visibility& visible = {});

/// spec: `name[:key=value]...`. Throws InputError for an unknown name or setting, suggesting the nearest, for
/// a value that does not suit images of this shape, and for a white-box attack where only labels are visible.
/// Score-based attacks then go by repeated labels (repeated_labels.h).
AttackRecipe make_recipe(const std::string& spec, const ImageShape& shape, const Visibility& visible = {});

/// Names and settings alone, for when no shape is known yet. Returns what the attack is with these settings.
AttackSummary check_attack_spec(const std::string& spec, const Visibility& visible = {});

}  // namespace bora
