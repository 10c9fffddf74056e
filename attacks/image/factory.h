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
#include "common/layers.h"

namespace bora::attacks {

using AttackMaker = std::function<std::unique_ptr<ImageAttack>(AttackProblem)>;

/// An attack with its settings, checked.
struct AttackRecipe {
  std::string label;  ///< as typed; its name in the run database
  AttackSummary summary;
  AttackMaker make;
};

/// Returns all attacks on images.
const std::vector<AttackSummary>& attack_summaries();

/// Returns the settings of an attack with their defaults, for images of this shape. Where only labels are
/// visible, those of repeated_labels.h are included.
std::vector<SettingDescription> attack_settings(const std::string& name, const ImageShape& shape,
                                                const Visibility& visible = {});

/// Parses a specification that is written `name[:key=value]...`. Throws InputError for an unknown name or
/// setting, suggesting the nearest, for a value that does not suit images of this shape, and for a white-box
/// attack where only labels are visible. Score-based attacks then use repeated labels (repeated_labels.h).
AttackRecipe make_recipe(const std::string& spec, const ImageShape& shape, const Visibility& visible = {});

/// Checks names and settings alone, for when no shape is known yet. Returns the attack's summary with these
/// settings.
AttackSummary check_attack_spec(const std::string& spec, const Visibility& visible = {});

}  // namespace bora::attacks
