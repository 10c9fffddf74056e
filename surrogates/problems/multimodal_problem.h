// Test functions with several peaks, and Powell's function.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "surrogates/problems/problem.h"

namespace bora::surrogates {

/// Returns the names: langermann, shekel, cosine_mixture, griewank, powell.
const std::vector<std::string>& multimodal_problem_names();

/// Makes one of multimodal_problem_names(); null for other names. dimension: langermann has 2, shekel 4;
/// cosine_mixture and griewank take any >= 1 and powell any multiple of 4; 0 stands for 8, 6 and 8 with
/// these. Throws InputError for any other dimension.
std::unique_ptr<Problem> make_multimodal_problem(const std::string& name, int dimension);

}  // namespace bora::surrogates
