// Which models no other one beats in everything.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "common/layers.h"

namespace bora::report {

/// By place: whether no other row is at least as good in every column and better in one. Larger is better in
/// all columns: give costs with their sign turned. A column that some row does not know is left out of the
/// comparison; a row that knows nothing is on no front.
std::vector<bool> pareto_front(std::span<const std::vector<std::optional<double>>> rows);

}  // namespace bora::report
