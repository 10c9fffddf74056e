// Attacks by combinations of changes, by name, with their settings.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "attacks/semantic/semantic_attack.h"
#include "attacks/settings/attack_settings.h"
#include "attacks/settings/attack_summary.h"

namespace bora {

/// An attack with its settings, checked.
struct SemanticRecipe {
  std::string label;  ///< as typed; what the run database knows it by
  AttackSummary summary;
  std::function<std::unique_ptr<SemanticAttack>(const SemanticProblem&)> make;
};

/// All attacks of this kind there are.
const std::vector<AttackSummary>& semantic_attack_summaries();
/// The settings of an attack, with the values they have if not given.
std::vector<SettingDescription> semantic_attack_settings(const std::string& name);
/// spec: `name[:key=value]...`. Throws InputError for an unknown name or setting, suggesting the nearest. All
/// of them go by the predicted class where it is all that is visible.
SemanticRecipe make_semantic_recipe(const std::string& spec, const Visibility& visible = {});

}  // namespace bora
