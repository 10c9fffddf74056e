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

/// An attack with its settings, checked.
template <typename Input>
struct AttackRecipe {
  std::string label;  ///< as typed; its name in the run database
  AttackSummary summary;
  std::function<std::unique_ptr<Attack<Input>>(Problem<Input>)> make;
};

/// Returns the summaries of all attacks on a kind of inputs: Pixels, Transformed or Graph. If a name has
/// several entries (attack_table.h), it returns the first one, with the norms of all.
template <typename Input = Pixels>
const std::vector<AttackSummary>& attack_summaries();

/// Returns the settings of an attack and their defaults for images of this shape. The setting `budget`, which
/// all attacks have, is last. If only labels are visible, the settings of repeated_labels.h are included.
template <typename Input = Pixels>
std::vector<SettingDescription> attack_settings(const std::string& name, const ImageShape& shape = kAnyShape,
                                                const Visibility& visible = {}, Norm norm = Norm::linf);

/// Parses the name of an attack with its settings, written `name[:key=value]...`. Throws InputError for an
/// unknown name or setting (suggesting the nearest one), for a value that does not suit images of this shape,
/// for a white-box attack if only labels are visible, for an attack on images that does not support `norm`
/// (other inputs have no norm), and for a score-based attack in a norm other than L-infinity if only labels
/// are visible.
///
/// If only labels are visible, score-based attacks estimate scores by repeated labels (repeated_labels.h),
/// and attacks on Transformed inputs use the predicted class.
template <typename Input = Pixels>
AttackRecipe<Input> make_recipe(const std::string& spec, const ImageShape& shape,
                                const Visibility& visible = {}, Norm norm = Norm::linf);
template <typename Input = Pixels>
AttackRecipe<Input> make_recipe(const std::string& spec, const Visibility& visible = {}) {
  return make_recipe<Input>(spec, kAnyShape, visible);
}

/// Returns the query budget of an instance in a run with `budget` queries an instance: the smaller of
/// `budget` and the setting `budget` of the specification. Throws InputError as make_recipe() does.
int budget_of(const std::string& spec, int budget);

/// A kind of inputs and its attacks.
struct AttackKind {
  std::string inputs;     ///< "images", "images with --threat semantic", "graphs"
  bool depends_on_shape;  ///< whether settings depend on the shape of the images
  /// Returns the summaries of all entries of the table. If two entries have the same name and norm, the
  /// second one applies where only labels are visible.
  std::vector<AttackSummary> (*summaries)();
  std::vector<SettingDescription> (*settings)(const std::string& name, const ImageShape& shape,
                                              const Visibility& visible, Norm norm);
};
const std::vector<AttackKind>& attack_kinds();

}  // namespace bora::attacks
