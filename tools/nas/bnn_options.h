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
  int split = 0;            ///< of the published ones
  double validation = 0.1;  ///< share of the train part
  int inputs = 0;           ///< that are learnt from; 0: all
  std::vector<int> depths, widths;
  std::vector<int> checkpoints;  ///< optimisation steps, ascending
  int window = 20;               ///< steps before a checkpoint whose scores are averaged
  double budget = 10;            ///< in trainings to the last checkpoint
  int held_out = 0;              ///< folds by which the model is checked; 0: it is not
  MeanFieldOptions network;      ///< hidden and seed are of each network
  CurveSearchOptions search;

  std::string out;
  int workers = 0;  ///< after parse() at least 1
  bool resume = false, quiet = false;
  std::map<std::string, std::string> deciding;  ///< what decides what becomes of a search: option, value
  std::string config;
};

/// Returns whether the command, or the search in its --out that it goes on with, is of --space bnn.
bool is_bnn_search(int argc, const char* const* argv);

/// False if --help or --version was asked for and printed. Throws InputError.
bool parse(BnnOptions& options, int argc, const char* const* argv);

}  // namespace bora
