// Weighted satisfiability problem over variables that are true or false.
#pragma once

#include <cstdint>
#include <memory>

#include "support/problems/mixed_problem.h"

namespace bora::surrogates {

/// Returns a weighted satisfiability problem of 60 variables, drawn by Model RB with a planted solution (Xu
/// and Li 2000) as the benchmark `frb10-6` is, of which Ru 2021, section 5.6.4, uses one problem. The clauses
/// are:
///   - at most one variable of a group is true, for ten groups of six variables
///   - at most one of two variables is true, for nine pairs of variables in each of 64 pairs of groups
///   - each variable is true
/// The value is the total weight of the violated clauses (61 for the first two kinds, 1 for the last), minus
/// its minimum, 50.
std::unique_ptr<MixedProblem> make_satisfiability(std::uint64_t seed = 0);

}  // namespace bora::surrogates
