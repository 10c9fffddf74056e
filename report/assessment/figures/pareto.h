// Pareto front of models.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "common/layers.h"

namespace bora::report {

/// Returns whether each row is on the Pareto front: no other row is at least as good in every column and
/// better in one. Larger is better in all columns, so costs are passed negated. A column in which some row
/// has no value is left out. Rows without any value are ignored and not on the front. `tolerances`: for each
/// column, the difference up to which two values count as equal; empty: 0 for all.
std::vector<bool> pareto_front(std::span<const std::vector<std::optional<double>>> rows,
                               const std::vector<double>& tolerances = {});

}  // namespace bora::report
