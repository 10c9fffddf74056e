// Several tests at once.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "common/layers.h"

namespace bora::report {

/// Significance level for p-values that are adjusted for the number of tests.
inline constexpr double kSignificance = 0.05;

/// Returns p-values adjusted by Holm, Scand. J. Stat. 6 (1979), in the order of `p`: the probability of at
/// least one false finding among all tests is at most the level of each test, however the tests
/// depend on each other. None stays none and does not count as a test.
std::vector<std::optional<double>> holm(std::span<const std::optional<double>> p);

}  // namespace bora::report
