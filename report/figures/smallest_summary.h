// Figures that only runs with --minimise have: the smallest perturbations found, and accuracy as a function
// of the bound on the perturbation.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "attacks/record/run_reader.h"
#include "common/layers.h"
#include "report/figures/success_figures.h"
#include "report/figures/worst_case.h"

namespace bora::report {

/// Success and accuracy of an attack if only examples within a bound count.
struct SmallestPoint {
  double bound = 0;                  ///< distance as the threat model measures it
  std::optional<double> rate;        ///< share of instances fooled within it
  std::optional<Interval> interval;  ///< 95% interval of the rate, clustered by input
  WorstCase accuracy;                ///< under this attack alone
};

/// Figures of one attack.
struct SmallestResult {
  std::string name;
  SuccessFigures smallest;            ///< distances of the nearest examples, in units
  SuccessFigures first;               ///< distances of the examples of the first success
  std::vector<SmallestPoint> points;  ///< the last is the largest bound of the run
};

/// Results of all attacks in a run with --minimise.
struct SmallestSummary {
  double unit = 1;  ///< distance that one unit stands for: a grey level, a pixel, an edit, or epsilon / 1000
  int most = 0;     ///< largest bound of an instance, in units
  std::vector<SmallestResult> attacks;
  std::vector<WorstCase> together;  ///< under all black-box attacks together, at each point
};

/// Computes the figures of a run with --minimise. `attacks`: the order of the results. `white_box`: which
/// of them are white-box attacks.
SmallestSummary summarise_smallest(const RunRecord& run, const std::vector<std::string>& attacks,
                                   const std::set<std::string>& white_box);

}  // namespace bora::report
