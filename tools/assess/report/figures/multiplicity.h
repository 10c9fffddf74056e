// Tests that are many, or of samples drawn apart.
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace bora {

/// What is shown and what is not is decided here, after adjusting for the number of tests.
inline constexpr double kSignificance = 0.05;

/// Adjusted so that the chance of one false finding or more among all tests is at most the level that each is
/// held against: Holm, Scand. J. Stat. 6 (1979). In the order of `p`; none stays none and is no test.
std::vector<std::optional<double>> holm(std::span<const std::optional<double>> p);

/// The fewest pairs in which two sides must differ for McNemar's exact test to show anything where it has the
/// smallest p of `tests`: as many that all point one way have p = 2^(1-n), tests times which is below the
/// level.
int fewest_to_show(int tests);

/// Two-sided p of Fisher's exact test that two samples have the same share, `successes` of `trials` each: the
/// chance, given the total of successes, of a table no likelier than the one seen (J. R. Stat. Soc. 98,
/// 1935). Throws std::invalid_argument unless 0 <= successes <= trials.
double fisher_exact(int first_successes, int first_trials, int second_successes, int second_trials);

}  // namespace bora
