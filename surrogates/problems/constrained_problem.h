// Test functions with constraints that are observed with the value.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "surrogates/problems/problem.h"

namespace bora::surrogates {

/// Returns the names: gramacy.
const std::vector<std::string>& constrained_problem_names();

/// Makes one of constrained_problem_names(); null for other names. dimension: gramacy has 2, for which 0
/// stands. Throws InputError for any other dimension.
std::unique_ptr<Problem> make_constrained_problem(const std::string& name, int dimension);

}  // namespace bora::surrogates
