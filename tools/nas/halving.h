// Early stopping of networks that are worse than most others at the same epoch.
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
  int factor = 0;                      ///< 0: all networks are trained to the end; else >= 2 (3 is usual)
  int first = 1;                       ///< epochs until the first rung, >= 1
  std::string estimator = "accuracy";  ///< figure that is compared, a name of estimator_names()
  int validation = 0;                  ///< number of validation images
};

class Halving {
 public:
  /// Throws InputError naming the option.
  explicit Halving(HalvingOptions options);

  /// Returns the rungs below `epochs`, ascending.
  std::vector<int> rungs(int epochs) const;
  /// Returns the stopping rule, as TrainingPlan::enough, of a network to be trained for `epochs` epochs.
  /// ended: the trials that have ended.
  std::function<bool(const std::vector<TrainedEpoch>&)> rule(const std::vector<SearchTrial>& ended,
                                                             int epochs) const;
  /// Returns the accuracy reported to the search for a trial with a value. For a stopped trial, the median
  /// gain from there to the last epoch of the trials that continued is added to its value; without it, the
  /// search would underestimate stopped trials. ended: the trials that ended before.
  double told(const SearchTrial& trial, const std::vector<SearchTrial>& ended) const;

 private:
  double value(const SearchTrial& trial, int epochs) const;
  HalvingOptions options_;
};

}  // namespace bora
