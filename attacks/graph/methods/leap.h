// Leaps: many edits applied at once, as one edit.
#pragma once

#include <optional>
#include <vector>

#include "attacks/graph/proposals/edit_sampler.h"

namespace bora::attacks {

/// Maximum number of edits in a leap, since its cost grows with them.
inline constexpr int kMostLeapEdits = 2000;

/// A leap: its net effect as one edit, and its individual edits.
struct Leap {
  Edit edit;
  std::vector<Edit> units;
};

/// Recipe for drawing a leap.
struct LeapRecipe {
  std::vector<Edit> kept = {};  ///< edits applied first, in this order, where allowed
  std::vector<Edit> pool = {};  ///< edits of which some, drawn at random, are applied next
  double random_share = 1;      ///< probability of a random edit instead (always without a pool)
};

/// Draws edits of `base` that use up the remaining budget (but at most kMostLeapEdits). At most one node is
/// injected. `base` is restored afterwards. Returns nothing if fewer than two edits are left.
std::optional<Leap> draw_leap(EditableGraph& base, const GraphThreat& threat, const EditSampler& sampler,
                              const LeapRecipe& recipe, Rng& rng);

}  // namespace bora::attacks
