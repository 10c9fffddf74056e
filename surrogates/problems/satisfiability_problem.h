// Weighted satisfiability problem over variables that are true or false.
#pragma once

#include <cstdint>
#include <memory>

#include "surrogates/problems/mixed_problem.h"

namespace bora::surrogates {

/// Returns a weighted satisfiability problem of 60 variables, drawn as those of the benchmark `frb10-6` that
/// Ru 2021, section 5.6.4, takes one of (Model RB, Xu and Li 2000, with a planted solution): ten groups of
/// six variables, of which at most one a group may be true; 64 pairs of groups, in each nine pairs of
/// variables of which at most one may be true; and each variable is to be true. The value is the weight of
/// the clauses that are not met, 61 of the former two kinds and 1 of the last, less its minimum, 50.
std::unique_ptr<MixedProblem> make_satisfiability(std::uint64_t seed = 0);

}  // namespace bora::surrogates
