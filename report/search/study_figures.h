// Figures of a study: how fast strategies approach the best architecture, with intervals over seeds.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "nas/run/study/study_store.h"
#include "report/statistics/statistics.h"

namespace bora::report {

struct StrategyFigures {
  struct At {
    int evaluations = 0;
    /// Regret of the architecture with the best observation so far, percentage points, mean over seeds.
    double regret = 0;
    double regret_half = 0;   ///< half the width of its 95% interval over seeds (Student's t); 0 for one seed
    double found = 0;         ///< share of seeds that have met the best accuracy
    Interval found_interval;  ///< Wilson score interval
  };
  std::string strategy;
  int seeds = 0;
  std::vector<At> at;             ///< at every number of evaluations from 1 to the budget
  std::optional<int> median;      ///< evaluations until half of the seeds have met the best accuracy
  std::optional<int> quantile95;  ///< evaluations until 95% of the seeds have met it
  double seconds = 0;             ///< mean duration of choosing an evaluation
};

/// Computes figures in the order of `strategies`, over the seeds named. best: the largest accuracy of the
/// table; budget >= 1. Throws InputError where a run has fewer evaluations than the budget.
std::vector<StrategyFigures> study_figures(const StudyRuns& runs, const std::vector<std::string>& strategies,
                                           const std::vector<int>& seeds, double best, int budget);

/// Returns the numbers of evaluations that tables show: those of 25, 50, 100, 150, 200, 300, 500 and
/// 1000 that are below the budget, and the budget.
std::vector<int> shown_evaluations(int budget);

}  // namespace bora::report
