// Figures that only runs with --minimise have: the smallest perturbations found, and the accuracy against the
// bound.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "attacks/record/run_reader.h"
#include "common/layers.h"
#include "report/figures/success_figures.h"
#include "report/figures/worst_case.h"

namespace bora::report {

struct SmallestPoint {
  double bound = 0;                  ///< distance
  std::optional<double> rate;        ///< share of instances fooled within it
  std::optional<Interval> interval;  ///< 95% interval of the rate, clustered by input
  WorstCase accuracy;                ///< under this attack alone, if no example beyond the bound counts
};

struct SmallestResult {
  std::string name;
  SuccessFigures smallest;            ///< distances of the nearest examples, in units
  SuccessFigures first;               ///< distances of the examples of the first success
  std::vector<SmallestPoint> points;  ///< the last is the largest bound of the run
};

struct SmallestSummary {
  double unit = 1;  ///< distance that counts as a unit: a grey level, an edit, or a thousandth of epsilon
  int most = 0;     ///< largest bound of an instance, in units
  std::vector<SmallestResult> attacks;
  std::vector<WorstCase> together;  ///< under all attacks but white-box ones, at each point
};

/// Computes the figures of a run with --minimise. `attacks`: the order of the results. `white_box`: attacks
/// that `together` leaves out.
SmallestSummary summarise_smallest(const RunRecord& run, const std::vector<std::string>& attacks,
                                   const std::set<std::string>& white_box);

}  // namespace bora::report
