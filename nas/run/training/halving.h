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
/// hyperparameter and neural architecture search"). Rungs are after `first`, `first` * `factor`, `first` *
/// `factor`^2, ... epochs. At a rung a network continues if it is among the best 1 / `factor` of the networks
/// that have reached the rung, itself included.
///
/// A network is compared only with the trials that had ended when it was proposed, so that the result does
/// not depend on the speed of parallel trainings.
struct HalvingOptions {
  int factor = 0;                      ///< >= 2 (usually 3); 0: all networks are trained to the end
  int first = 1;                       ///< number of epochs before the first rung, >= 1
  std::string estimator = "accuracy";  ///< estimate that is compared, one of estimator_names()
  int validation = 0;                  ///< number of validation images
};

/// Stopping rule that a search applies to its trainings.
class Halving {
 public:
  /// Checks the options. Throws InputError that names the invalid one.
  explicit Halving(HalvingOptions options);

  /// Returns the rungs below `epochs`, ascending.
  std::vector<int> rungs(int epochs) const;
  /// Returns the stopping rule (TrainingPlan::enough) of a network that is to be trained for `epochs` epochs;
  /// empty if no trial has reached a rung. ended: trials that have ended.
  std::function<bool(const std::vector<TrainedEpoch>&)> rule(const std::vector<SearchTrial>& ended,
                                                             int epochs) const;
  /// Returns the value of the objective `accuracy` that the search is told for a trial. To the value of a
  /// stopped trial, the median gain of the trials that continued, from its last epoch to theirs, is added,
  /// since it would otherwise be underestimated. ended: trials that ended before.
  double told_value(const SearchTrial& trial, const std::vector<SearchTrial>& ended) const;

 private:
  double value(const SearchTrial& trial, int epochs) const;
  HalvingOptions options_;
};

}  // namespace bora::nas
