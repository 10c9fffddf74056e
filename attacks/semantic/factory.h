// Attacks by combinations of changes, by name, with their settings.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "attacks/semantic/semantic_attack.h"
#include "attacks/settings/attack_settings.h"
#include "attacks/settings/attack_summary.h"
#include "common/layers.h"

namespace bora::attacks {

/// Attack with its settings, which are checked.
struct SemanticRecipe {
  std::string label;  ///< as typed; its name in the run database
  AttackSummary summary;
  std::function<std::unique_ptr<SemanticAttack>(const SemanticProblem&)> make;
};

/// Returns the summaries of all attacks of this kind.
const std::vector<AttackSummary>& semantic_attack_summaries();
/// Returns the settings of an attack, with their default values.
std::vector<SettingDescription> semantic_attack_settings(const std::string& name);
/// Makes the recipe of an attack spec, which is written `name[:key=value]...`. Throws InputError for an
/// unknown name or setting, and suggests the nearest. All of these attacks use the predicted class where only
/// that is visible.
SemanticRecipe make_semantic_recipe(const std::string& spec, const Visibility& visible = {});

}  // namespace bora::attacks
