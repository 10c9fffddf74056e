// Checks that the runs of an assessment can be compared with each other.
#pragma once

#include "common/layers.h"
#include "report/assessment/figures/assessment.h"

namespace bora::report {

/// Returns the bound of a run: epsilon as requested, or the ratio of edits on graphs.
double bound_of(const RunRecord& run);

/// Returns whether two bounds are equal up to rounding.
bool same_bound(double one, double other);

/// Throws InputError that names two runs if they differ in task, data, inputs and their classes, goal,
/// attacks, seed, access level or budget, or if both attack one model at the same bound.
void check_same_inputs(const Assessment& assessment);

}  // namespace bora::report
