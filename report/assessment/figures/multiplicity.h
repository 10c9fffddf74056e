// Tests that are many, or of samples drawn apart.
#pragma once

#include "common/layers.h"
#include "report/statistics/holm.h"

namespace bora::report {

/// The fewest pairs in which two sides must differ for McNemar's exact test to show anything where it has the
/// smallest p of `tests`: as many that all point one way have p = 2^(1-n), tests times which is below the
/// level.
int fewest_to_show(int tests);

/// Two-sided p of Fisher's exact test that two samples have the same share, `successes` of `trials` each: the
/// chance, given the total of successes, of a table no likelier than the one seen (J. R. Stat. Soc. 98,
/// 1935). Throws std::invalid_argument unless 0 <= successes <= trials.
double fisher_exact(int first_successes, int first_trials, int second_successes, int second_trials);

}  // namespace bora::report
