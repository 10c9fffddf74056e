// Attacks on graphs by name, with their settings.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "attacks/graph/graph_attack.h"
#include "attacks/settings/attack_settings.h"
#include "attacks/settings/attack_summary.h"

namespace bora {

using GraphAttackMaker = std::function<std::unique_ptr<GraphAttack>(GraphAttackProblem)>;

/// An attack with its settings, checked.
struct GraphAttackRecipe {
  std::string label;  ///< as typed; what the run database knows it by
  AttackSummary summary;
  GraphAttackMaker make;
};

/// All attacks on graphs there are.
const std::vector<AttackSummary>& graph_attack_summaries();

/// The settings of an attack, with the values they have if not given. Where only labels are visible, those of
/// repeated_labels.h come with them.
std::vector<SettingDescription> graph_attack_settings(const std::string& name,
                                                      const Visibility& visible = {});

/// spec: `name[:key=value]...`. Throws InputError for an unknown name or setting, suggesting the nearest, and
/// for a white-box attack where only labels are visible. Score-based attacks then go by repeated labels.
GraphAttackRecipe make_graph_recipe(const std::string& spec, const Visibility& visible = {});

}  // namespace bora
