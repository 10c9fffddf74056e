// Leaps: many edits that are applied at once, as one edit.
#pragma once

#include <optional>
#include <vector>

#include "attacks/graph/proposals/edit_sampler.h"

namespace bora::attacks {

/// Largest number of edits in a leap, which bounds its cost.
inline constexpr int kMostLeapEdits = 2000;

/// Leap: many edits that are applied at once.
struct Leap {
  Edit edit;                ///< net effect of all edits
  std::vector<Edit> units;  ///< single edits, in order of application
};

/// Distribution of the edits of a leap.
struct LeapRecipe {
  std::vector<Edit> kept = {};  ///< edits that are applied first, in this order, if they are allowed
  std::vector<Edit> pool = {};  ///< edits from which further ones are drawn
  double random_share = 1;      ///< probability that a random edit replaces one from `pool`
};

/// Draws edits of `base` until the edit budget is spent or there are kMostLeapEdits of them. At most one node
/// is injected. `base` is restored afterwards. Returns nullopt if fewer than two edits are left in the
/// budget, or no edit is possible.
std::optional<Leap> draw_leap(EditableGraph& base, const GraphThreat& threat, const EditSampler& sampler,
                              const LeapRecipe& recipe, Rng& rng);

}  // namespace bora::attacks
