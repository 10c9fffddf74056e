// Many edits at once, as one.
#pragma once

#include <optional>
#include <vector>

#include "attacks/graph/edit_sampler.h"

namespace bora {

/// The most edits that a leap makes, however many the budget has: what it costs grows with them.
inline constexpr int kMostLeapEdits = 2000;

/// Edits of `base` that use up what is left of the budget (but see kMostLeapEdits), as one edit with the
/// differences that remain: each is one of `pool`, drawn at random, if that may still be made, or with the
/// given share random. At most one node is injected. `base` is as before afterwards. Nothing if fewer than
/// two edits are left.
std::optional<Edit> draw_leap(EditableGraph& base, const GraphThreat& threat, const EditSampler& sampler,
                              const std::vector<Edit>& pool, double random_share, Rng& rng);

}  // namespace bora
