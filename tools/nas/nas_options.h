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
  std::string pathless;  ///< out | in: architectures without a path; "": as in the resumed search, else out
  std::string strategies = "bowl", seeds = "0-9";
  int budget = 60, batch = 5, threads = 0;
  std::string motifs, motif_values = "value";  ///< values that motifs are learnt from; "": none are learnt
  // Options of a search that trains:
  std::string data, estimator = "accuracy", device = "cpu", precision = "float32";
  bool channels_last = false;
  int images = 0, validation = 0;  ///< 0: all but the validation images; a fifth of the images
  /// 0: for graphs, the default of the kind of network; for images, parse() replaces 0 by the default.
  int epochs = 0, image_batch = 0;
  int channels = 16, cells = 5, workers = 1;
  int halving = 0, first_rung = 1;  ///< HalvingOptions
  int final_epochs = 0;             ///< epochs of retraining the best network; 0: it is not retrained
  std::string tell = "in-order";    ///< in-order | at-once
  std::string scores = "no";        ///< yes | no
  double learning_rate = 0;         ///< 0: as for epochs
  double adversarial = 0;           ///< bound of the perturbations trained against; 0: none
  std::uint64_t seed = 0;
  SearchAim aim;          ///< its estimator is set to `estimator`
  int robust_images = 0;  ///< 0: robustness is not measured
  /// Number of queries allowed per image. With a budget of 20 (digits, 14 networks, seeds 1 and 2), the
  /// chosen network lost more at 100 queries than the one chosen by accuracy alone.
  int robust_budget = 50;
  std::optional<double> robust_epsilon = {};  ///< none: chosen by the number of channels

  std::string out;
  bool resume = false, quiet = false;
  bool silent = false;  ///< prints no result, for callers that process it further
  std::map<std::string, std::string>
      deciding;        ///< options that determine the result of a search: option, value
  std::string config;  ///< the options in force, as an INI file

  std::vector<std::string> strategy_list;
  std::vector<int> seed_list;
};

/// Returns the names of all estimators: accuracy, tse, tse-e, tse-ema, sovl, tlmini.
const std::vector<std::string>& estimator_names();

/// Parses the options. Returns false if --help or --version was given and printed. Throws InputError.
bool parse(NasOptions& options, int argc, const char* const* argv);

/// Returns whether architectures without a path from input to output may be proposed. `stored`: the value in
/// a resumed search, "" if it predates the option, when all were allowed; none: the search is new. Throws
/// InputError if --pathless contradicts it.
bool takes_pathless(const NasOptions& options, const std::optional<std::string>& stored);

}  // namespace bora
