// Early stopping of networks that are worse than most others at the same epoch.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "nas/run/search_store.h"

namespace bora::nas {

/// Options of asynchronous successive halving (Li et al. 2020, "A system for massively parallel
/// hyperparameter tuning") with the stopping rule of Klein et al. 2020 ("Model-based asynchronous
/// hyperparameter and neural architecture search"). At the rungs, `first` epochs, then `factor` times as many
/// and so on, a network continues if it is among the best 1 / factor of those that got as far, itself
/// included.
///
/// A network is compared only with the trials that had ended when it was proposed, so that the result does
/// not depend on the speed of parallel trainings.
struct HalvingOptions {
  int factor = 0;                      ///< 0: all networks are trained to the end; else >= 2 (3 is usual)
  int first = 1;                       ///< epochs until the first rung, >= 1
  std::string estimator = "accuracy";  ///< figure that is compared, a name of estimator_names()
  int validation = 0;                  ///< number of validation images
};

class Halving {
 public:
  /// Checks the options. Throws InputError naming the invalid one.
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

}  // namespace bora::nas
