// Whether the runs of an assessment can be held against each other.
#pragma once

#include "tools/assess/report/assessment.h"

namespace bora {

/// What a run's bound is called by, epsilon as asked for or the ratio of edits on graphs.
double bound_of(const RunRecord& run);

/// Whether two bounds are the same but for rounding.
bool same_bound(double one, double other);

/// Throws InputError naming two runs and what they differ in: task, data, inputs and their classes, goal,
/// attacks, seed, what the attacker sees and the budget; or two runs of a model at one bound.
void check_same_inputs(const Assessment& assessment);

}  // namespace bora
