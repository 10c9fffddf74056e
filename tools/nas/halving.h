// Networks that do worse than most by a certain epoch are not trained to the end.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tools/nas/search_store.h"

namespace bora {

/// Asynchronous successive halving by its stopping rule (Li et al. 2020, "A system for massively parallel
/// hyperparameter tuning"; the rule as in Klein et al. 2020, "Model-based asynchronous hyperparameter and
/// neural architecture search"): at the rungs, `first` epochs, then `factor` times as many and so on, a
/// network goes on if it is among the best 1 / factor of those that got as far, itself included.
///
/// Compared with are the trials that had ended when a network was asked for, and no others, so that what
/// becomes of it does not depend on how fast its neighbours are trained.
struct HalvingOptions {
  int factor = 0;                      ///< 0: all are trained to the end; else >= 2 (3 is usual)
  int first = 1;                       ///< epochs until the first rung, >= 1
  std::string estimator = "accuracy";  ///< by what they are compared, a name of estimator_names()
  int validation = 0;                  ///< images that they are judged by
};

class Halving {
 public:
  /// Throws InputError naming the option.
  explicit Halving(HalvingOptions options);

  /// Below `epochs`, rising.
  std::vector<int> rungs(int epochs) const;
  /// For a network that would be trained for `epochs` epochs: whether it is to be stopped, as
  /// TrainingPlan::enough. ended: the trials that have ended.
  std::function<bool(const std::vector<TrainedEpoch>&)> rule(const std::vector<SearchTrial>& ended,
                                                             int epochs) const;
  /// What a search is told of the accuracy of a trial that has a value: of one that was stopped, what it had
  /// come to and, on top, what those gained from there to their last epoch that went on, the median; were it
  /// told the former alone, the search would take what was stopped for worse than it is. ended: the trials
  /// that ended before.
  double told(const SearchTrial& trial, const std::vector<SearchTrial>& ended) const;

 private:
  double value(const SearchTrial& trial, int epochs) const;
  HalvingOptions options_;
};

}  // namespace bora
