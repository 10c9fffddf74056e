// The command line of bo-nas --space bnn.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "models/bayesian_network.h"
#include "nas/curves/curve_search.h"

namespace bora {

struct BnnOptions {
  std::string space = "bnn", data;
  int split = 0;            ///< number of the published split
  double validation = 0.1;  ///< share of the train part
  int inputs = 0;           ///< number of training inputs; 0: all
  std::vector<int> depths, widths;
  std::vector<int> checkpoints;  ///< optimisation steps, ascending
  int window = 20;               ///< number of steps before a checkpoint over which scores are averaged
  double budget = 10;            ///< in trainings to the last checkpoint
  int held_out = 0;              ///< number of folds for checking the model; 0: it is not checked
  MeanFieldOptions network;      ///< hidden and seed are set for each network
  CurveSearchOptions search;

  std::string out;
  int workers = 0;  ///< after parse() at least 1
  bool resume = false, quiet = false;
  std::map<std::string, std::string>
      deciding;  ///< options that determine the result of a search: option, value
  std::string config;
};

/// Returns whether the command, or the search in --out that it continues, has --space bnn.
bool is_bnn_search(int argc, const char* const* argv);

/// Parses the options. Returns false if --help or --version was given and printed. Throws InputError.
bool parse(BnnOptions& options, int argc, const char* const* argv);

}  // namespace bora
