// Attacks on graphs by name, with their settings.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "attacks/graph/graph_attack.h"
#include "attacks/settings/attack_settings.h"
#include "attacks/settings/attack_summary.h"
#include "common/layers.h"

namespace bora::attacks {

using GraphAttackMaker = std::function<std::unique_ptr<GraphAttack>(GraphAttackProblem)>;

/// An attack with its settings, checked.
struct GraphAttackRecipe {
  std::string label;  ///< as typed; its name in the run database
  AttackSummary summary;
  GraphAttackMaker make;
};

/// Returns all attacks on graphs.
const std::vector<AttackSummary>& graph_attack_summaries();

/// Returns the settings of an attack with their defaults. Where only labels are visible, those of
/// repeated_labels.h are included.
std::vector<SettingDescription> graph_attack_settings(const std::string& name,
                                                      const Visibility& visible = {});

/// Parses a specification that is written `name[:key=value]...`. Throws InputError for an unknown name or
/// setting, suggesting the nearest, and for a white-box attack where only labels are visible. Score-based
/// attacks then use repeated labels.
GraphAttackRecipe make_graph_recipe(const std::string& spec, const Visibility& visible = {});

}  // namespace bora::attacks
