// Attacks by name, with their settings, for inputs of every kind.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "attacks/graph/graph_attack.h"
#include "attacks/image/image_attack.h"
#include "attacks/semantic/semantic_attack.h"
#include "attacks/settings/attack_settings.h"
#include "attacks/settings/attack_summary.h"
#include "attacks/settings/image_shapes.h"
#include "attacks/threat/visibility.h"

namespace bora::attacks {

/// Named attack with checked settings.
template <typename Input>
struct AttackRecipe {
  std::string label;  ///< specification as typed, which names the attack in the run database
  AttackSummary summary;
  std::function<std::unique_ptr<Attack<Input>>(Problem<Input>)> make;
};

/// Returns one summary per attack on inputs of this kind: Pixels, Transformed or Graph. If the table has
/// several entries with one name (attack_table.h), the summary is that of the first, with the norms of all.
template <typename Input = Pixels>
const std::vector<AttackSummary>& attack_summaries();

/// Returns the settings of an attack and their defaults for images of this shape. The setting `budget`, which
/// all attacks have, is last. If the attack has to estimate scores from labels (repeated_labels.h), the
/// settings of the estimate are included. Throws InputError for an unknown name or a norm that the attack
/// does not support.
template <typename Input = Pixels>
std::vector<SettingDescription> attack_settings(const std::string& name, const ImageShape& shape = kAnyShape,
                                                const Visibility& visible = {}, Norm norm = Norm::linf);

/// Parses the name of an attack with its settings, written `name[:key=value]...`. If only labels are visible,
/// score-based attacks estimate scores by repeated labels (repeated_labels.h), and attacks on Transformed
/// inputs use the predicted class. Throws InputError for
///
/// - an unknown name or setting, suggesting the nearest one
/// - a value that does not suit images of this shape
/// - an attack on images that does not support `norm` (other inputs have no norm)
/// - if only labels are visible, a white-box attack, or a score-based attack in a norm other than L-infinity
template <typename Input = Pixels>
AttackRecipe<Input> make_recipe(const std::string& spec, const ImageShape& shape,
                                const Visibility& visible = {}, Norm norm = Norm::linf);
template <typename Input = Pixels>
AttackRecipe<Input> make_recipe(const std::string& spec, const Visibility& visible = {}) {
  return make_recipe<Input>(spec, kAnyShape, visible);
}

/// Returns the query budget of an instance in a run with `budget` queries per instance: the smaller of
/// `budget` and the setting `budget` of the specification, if positive. Throws InputError for a malformed
/// specification or setting `budget`; the name and the other settings are not checked.
int budget_of(const std::string& spec, int budget);

/// Kind of inputs and its attacks, for listings and help.
struct AttackKind {
  std::string inputs;     ///< "images", "images with --threat semantic", "graphs"
  bool depends_on_shape;  ///< whether settings depend on the shape of the images
  /// Returns the summaries of all entries of the attack table. If two have the same name and norm, the
  /// second one is used where only labels are visible.
  std::vector<AttackSummary> (*summaries)();
  std::vector<SettingDescription> (*settings)(const std::string& name, const ImageShape& shape,
                                              const Visibility& visible, Norm norm);
};
const std::vector<AttackKind>& attack_kinds();

}  // namespace bora::attacks
