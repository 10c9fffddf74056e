// The command line of bo-nas.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tools/nas/objectives.h"

namespace bora {

struct NasOptions {
  std::string space, table, dataset, objective;
  std::string pathless;  ///< out | in: architectures without a path; "": as the search that goes on, else out
  std::string strategies = "bowl", seeds = "0-9";
  int budget = 60, batch = 5, threads = 0;
  std::string motifs, motif_values = "value";  ///< what motifs are learnt from; "": none are
  // Of a search that trains:
  std::string data, estimator = "accuracy", device = "cpu", precision = "float32";
  bool channels_last = false;
  int images = 0, validation = 0;  ///< 0: all but the validation images; a fifth of the images
  /// 0 on graphs: as suits the kind of network. On images parse() puts in what 0 stands for.
  int epochs = 0, image_batch = 0;
  int channels = 16, cells = 5, workers = 1;
  int halving = 0, first_rung = 1;  ///< HalvingOptions
  int final_epochs = 0;             ///< the best is trained anew for so many; 0: it is not
  std::string tell = "in-order";    ///< in-order | at-once
  std::string scores = "no";        ///< yes | no
  double learning_rate = 0;         ///< as epochs
  double adversarial = 0;           ///< bound of the perturbations trained against; 0: none
  std::uint64_t seed = 0;
  SearchAim aim;          ///< its estimator is `estimator`
  int robust_images = 0;  ///< 0: robustness is not measured
  /// Of seeds 1 and 2 (digits, 14 networks): with 20 queries the network chosen lost more at 100 than the one
  /// chosen by accuracy alone.
  int robust_budget = 50;
  std::optional<double> robust_epsilon = {};  ///< none: by the number of channels

  std::string out;
  bool resume = false, quiet = false;
  bool silent = false;                          ///< prints no result: whoever called goes on with it
  std::map<std::string, std::string> deciding;  ///< what decides what becomes of a search: option, value
  std::string config;                           ///< the options in force, as an INI file

  std::vector<std::string> strategy_list;
  std::vector<int> seed_list;
};

/// accuracy, tse, tse-e, tse-ema, sovl, tlmini.
const std::vector<std::string>& estimator_names();

/// False if --help or --version was asked for and printed. Throws InputError.
bool parse(NasOptions& options, int argc, const char* const* argv);

/// Returns whether architectures without a path from input to output may be asked for. `stored`: what a
/// search that goes on has of it, "" where it was made when all were; none: it is a new one. Throws
/// InputError if --pathless says otherwise.
bool takes_pathless(const NasOptions& options, const std::optional<std::string>& stored);

}  // namespace bora
