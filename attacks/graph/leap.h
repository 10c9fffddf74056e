// Many edits at once, as one.
#pragma once

#include <optional>
#include <vector>

#include "attacks/graph/edit_sampler.h"

namespace bora {

/// The most edits that a leap makes, however many the budget has: what it costs grows with them.
inline constexpr int kMostLeapEdits = 2000;

/// A leap: its net effect as one edit, and the edits that it was made of.
struct Leap {
  Edit edit;
  std::vector<Edit> units;
};

/// How to draw one.
struct LeapRecipe {
  std::vector<Edit> kept = {};  ///< made first, in this order, those that may be
  std::vector<Edit> pool = {};  ///< then some of these, drawn at random ...
  double random_share = 1;      ///< ... or, with this probability (and always without a pool), random ones
};

/// Edits of `base` that use up what is left of the budget (but see kMostLeapEdits). At most one node is
/// injected. `base` is as before afterwards. Nothing if fewer than two edits are left.
std::optional<Leap> draw_leap(EditableGraph& base, const GraphThreat& threat, const EditSampler& sampler,
                              const LeapRecipe& recipe, Rng& rng);

}  // namespace bora
