// Settings of a search for Bayesian networks.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "common/layers.h"
#include "models/networks/bayesian_network.h"
#include "nas/curves/curve_search.h"

namespace bora::nas {

/// Settings of a search for Bayesian networks.
struct BnnConfig {
  std::string out;          ///< folder of the search
  bool resume = false;      ///< whether the search in `out` is continued; if false, `out` must have none
  std::string data;         ///< UCI regression set
  int split = 0;            ///< number of the published split, 0 to 19
  double validation = 0.1;  ///< fraction of the train part on which networks are scored, in (0, 1)
  int inputs = 0;           ///< number of training inputs; 0: all that are not for validation
  std::vector<int> depths, widths;  ///< hidden layers, units of each; all combinations are networks
  std::vector<int> checkpoints;     ///< optimisation steps at which networks are scored, ascending, >= 1
  int window = 20;                  ///< number of last steps before a checkpoint whose scores are averaged
  double budget = 10;               ///< total cost, in trainings of one network to the last checkpoint, >= 1
  int held_out = 0;                 ///< number of folds that check the model of curves, >= 2; 0: not checked
  MeanFieldOptions network;         ///< `hidden` and `seed` are set for each network
  CurveSearchOptions search;
  int workers = 1;  ///< number of networks that are trained at the same time, >= 1
  /// Settings that determine the result, as texts. A search is resumed only if they equal the stored ones.
  std::map<std::string, std::string> facts;
  std::string config;  ///< all settings in the format of a configuration file, stored in `out`

  /// Returns the smallest number of steps from one checkpoint, or from the start, to the next.
  int fewest_steps() const;
  /// Checks all values. Throws SettingError for the first that is invalid.
  void check() const;
};

}  // namespace bora::nas
