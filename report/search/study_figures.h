// Figures of a study: regret of search strategies by number of evaluations, with intervals over seeds.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "nas/run/study/study_store.h"
#include "report/statistics/statistics.h"

namespace bora::report {

struct StrategyFigures {
  /// Figures after a number of evaluations.
  struct At {
    int evaluations = 0;
    /// Best accuracy of the table minus that of the architecture with the best observation so far, in
    /// percentage points; mean over seeds.
    double regret = 0;
    double regret_half = 0;   ///< half the width of its 95% interval over seeds (Student's t); 0 for one seed
    double found = 0;         ///< share of seeds that have had a regret of 0 by then
    Interval found_interval;  ///< Wilson score interval
  };
  std::string strategy;
  int seeds = 0;                  ///< number of seeds with a run
  std::vector<At> at;             ///< figures after 1, 2, ... evaluations, up to the budget
  std::optional<int> median;      ///< evaluations until half of the seeds have had a regret of 0
  std::optional<int> quantile95;  ///< evaluations until 95% of the seeds have
  double seconds = 0;             ///< mean time that choosing an architecture takes
};

/// Computes the figures over `seeds`, in the order of `strategies`. Seeds without a run are left out. `best`:
/// largest accuracy of the table; `budget` >= 1. Throws InputError if the number of evaluations of a run is
/// not the budget.
std::vector<StrategyFigures> study_figures(const StudyRuns& runs, const std::vector<std::string>& strategies,
                                           const std::vector<int>& seeds, double best, int budget);

/// Returns the numbers of evaluations that tables show: 25, 50, 100, 150, 200, 300, 500 and 1000 if they are
/// below the budget, and the budget.
std::vector<int> shown_evaluations(int budget);

}  // namespace bora::report
