// Cells of NAS-Bench-101 as categories and numbers.
#pragma once

#include <memory>
#include <string>

#include "common/layers.h"
#include "support/problems/mixed_problem.h"

namespace bora::tools {

/// Makes problem NAS-CIFAR10 of Ru 2021, table 5.2: the operations of five nodes (3 x 3 and 1 x 1
/// convolution, 3 x 3 pooling), the probability of each of 21 edges, and the number of edges in [0, 9], of
/// which the most probable are taken (Ying et al. 2019). The value is the validation error, in percent, of
/// the cell in `file` that is nearest, as `file` need not have all: fewest edges and operations that differ,
/// in the best order of the inner nodes, both without what lies on no path; a cell without a path has an
/// error of 90. `file`: read_nas_table(). The minimum is that of the table. Throws InputError.
std::unique_ptr<MixedProblem> make_nas_cifar10(const std::string& file);

}  // namespace bora::tools
