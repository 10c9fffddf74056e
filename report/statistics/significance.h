// Holm's adjustment for several tests, the fewest pairs that can be significant, and Fisher's exact test.
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

/// Returns the smallest number n of differing pairs with which McNemar's exact test can be significant if
/// `tests` tests are made (with Holm's adjustment). If all n pairs differ in the same direction, p is
/// 2^(1-n), and tests * p must be below kSignificance.
int smallest_significant_count(int tests);

/// Returns the two-sided p-value of Fisher's exact test that two samples, with `successes` of `trials` each,
/// have the same share: the probability, given the total of successes, of a table no likelier than the
/// observed one (J. R. Stat. Soc. 98, 1935). Throws std::invalid_argument unless 0 <= successes <= trials.
double fisher_exact(int first_successes, int first_trials, int second_successes, int second_trials);

}  // namespace bora::report
