// Several tests at once.
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace bora {

/// What is shown and what is not is decided here, after adjusting for the number of tests.
inline constexpr double kSignificance = 0.05;

/// Adjusted so that the chance of one false finding or more among all tests is at most the level that each is
/// held against, whatever they have to do with each other: Holm, Scand. J. Stat. 6 (1979). In the order of
/// `p`; none stays none and is no test.
std::vector<std::optional<double>> holm(std::span<const std::optional<double>> p);

}  // namespace bora
