// Attacks by name, with their settings, for inputs of every kind.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "attacks/graph/graph_attack.h"
#include "attacks/image/image_attack.h"
#include "attacks/semantic/semantic_attack.h"
#include "attacks/settings/any_shape.h"
#include "attacks/settings/attack_settings.h"
#include "attacks/settings/attack_summary.h"
#include "attacks/threat/visibility.h"
#include "common/layers.h"

namespace bora::attacks {

/// An attack with its settings, checked.
template <typename Input>
struct AttackRecipe {
  std::string label;  ///< as typed; its name in the run database
  AttackSummary summary;
  std::function<std::unique_ptr<Attack<Input>>(Problem<Input>)> make;
};

/// Returns all attacks on inputs of a kind: Pixels, Transformed or Graph. Where a name has several entries
/// (attack_table.h), the first, with the norms of all.
template <typename Input = Pixels>
const std::vector<AttackSummary>& attack_summaries();

/// Returns the settings of an attack with their defaults, for images of this shape; last the setting `budget`
/// of all attacks. Where only labels are visible, those of repeated_labels.h are included.
template <typename Input = Pixels>
std::vector<SettingDescription> attack_settings(const std::string& name, const ImageShape& shape = kAnyShape,
                                                const Visibility& visible = {}, Norm norm = Norm::linf);

/// Parses a specification that is written `name[:key=value]...`. Throws InputError for an unknown name or
/// setting, suggesting the nearest, for a value that does not suit images of this shape, for a white-box
/// attack where only labels are visible, and for an attack that does not have the norm (of images; others
/// have none). Where only labels are visible, score-based attacks use repeated labels (repeated_labels.h; of
/// images in L-infinity alone), or, on Transformed, the predicted class.
template <typename Input = Pixels>
AttackRecipe<Input> make_recipe(const std::string& spec, const ImageShape& shape,
                                const Visibility& visible = {}, Norm norm = Norm::linf);
template <typename Input = Pixels>
AttackRecipe<Input> make_recipe(const std::string& spec, const Visibility& visible = {}) {
  return make_recipe<Input>(spec, kAnyShape, visible);
}

/// Returns the query budget of an instance in a run that grants `budget` queries: all of them, or fewer where
/// the setting `budget` of the specification says so. Throws InputError as make_recipe() does.
int budget_of(const std::string& spec, int budget);

/// A kind of inputs and its attacks.
struct AttackKind {
  std::string inputs;     ///< "images", "images with --threat semantic", "graphs"
  bool depends_on_shape;  ///< whether settings depend on the shape of the images
  /// Returns one summary an entry of the table: of two with one name and norm, that of the second holds where
  /// labels alone are visible.
  std::vector<AttackSummary> (*summaries)();
  std::vector<SettingDescription> (*settings)(const std::string& name, const ImageShape& shape,
                                              const Visibility& visible, Norm norm);
};
const std::vector<AttackKind>& attack_kinds();

}  // namespace bora::attacks
