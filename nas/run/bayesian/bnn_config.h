// Settings of a search for Bayesian networks.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "common/layers.h"
#include "models/networks/bayesian_network.h"
#include "nas/curves/curve_search.h"

namespace bora::nas {

struct BnnConfig {
  std::string out;      ///< folder of the search
  bool resume = false;  ///< whether the search in `out` is continued; without, `out` holds none yet
  std::string data;
  int split = 0;            ///< number of the published split
  double validation = 0.1;  ///< share of the train part that scores networks, in (0, 1)
  int inputs = 0;           ///< number of training inputs; 0: all
  std::vector<int> depths, widths;
  std::vector<int> checkpoints;  ///< optimisation steps, ascending
  int window = 20;               ///< number of steps before a checkpoint over which scores are averaged
  double budget = 10;            ///< most steps, in trainings to the last checkpoint, >= 1
  int held_out = 0;              ///< number of folds for checking the model; 0: it is not checked
  MeanFieldOptions network;      ///< hidden and seed are set for each network
  CurveSearchOptions search;
  int workers = 1;  ///< >= 1
  /// Settings that determine the result, as texts: a search is only continued with the stored ones.
  std::map<std::string, std::string> facts;
  std::string config;  ///< settings in force as a configuration file, which is kept in `out`

  /// Returns the fewest steps before a checkpoint, from the previous one or from the start.
  int fewest_steps() const;
  /// Checks all values. Throws SettingError for the first that is invalid.
  void check() const;
};

}  // namespace bora::nas
