// Random graphs that use up a budget of edits.
#pragma once

#include "attacks/graph/proposals/edit_sampler.h"
#include "common/layers.h"

namespace bora::attacks {

/// Makes random edits until `graph` differs from its original by `edits` of them, or none is found any more.
/// Draws that do not raise their number, such as those that take an earlier edit back, are passed over.
/// Returns the inverse of each edit, to be undone from the last to the first. `made` (may be null) receives
/// the edits.
std::vector<Edit> spend(EditableGraph& graph, const GraphThreat& threat, int edits,
                        const EditSampler& sampler, Rng& rng, std::vector<Edit>* made = nullptr);

}  // namespace bora::attacks
