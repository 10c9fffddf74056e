// Random graphs that use up a budget of edits.
#pragma once

#include "attacks/graph/proposals/edit_sampler.h"
#include "common/layers.h"

namespace bora::attacks {

/// Makes random edits until `graph` has as many as asked for, or no more are to be found. Draws that would
/// not raise their number, such as those that take an earlier edit back, are passed over. Returns the inverse
/// of each edit made, for undo() from the back.
std::vector<Edit> spend(EditableGraph& graph, const GraphThreat& threat, int edits,
                        const EditSampler& sampler, Rng& rng, std::vector<Edit>* made = nullptr);

}  // namespace bora::attacks
