// Settings of searches for architectures.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "nas/run/objectives.h"
#include "nas/surrogate/motifs.h"
#include "nas/table/tabular_benchmark.h"

namespace bora::nas {

/// Settings that searches on data and studies on a table share.
struct ArchitectureTask {
  std::string out;      ///< folder of the results
  bool resume = false;  ///< whether what is in `out` is continued; without, `out` holds nothing yet
  std::string space;    ///< a name of space_names()
  std::string motifs;   ///< file that motifs are learnt from; empty: none are
  std::string motif_values = "value";
  MotifOptions motif_options;
  int budget = 60;  ///< architectures evaluated in a run, >= 1
  /// True if architectures without a path from input to output may be proposed; none: as in the continued
  /// search, else they may not.
  std::optional<bool> pathless;
  std::string config;  ///< settings in force as a configuration file, which is kept in `out`

  /// Returns whether architectures without a path may be proposed. `stored`: the value in a continued search,
  /// "" if it predates the setting, when all were allowed; none: the search is new. Throws SettingError if
  /// `pathless` contradicts it.
  bool takes_pathless(const std::optional<std::string>& stored) const;
};

/// Settings of a search that trains the networks it asks for.
struct SearchConfig : ArchitectureTask {
  std::string data, strategy = "bowl";
  std::uint64_t seed = 0;
  int workers = 1;
  bool at_once = false;  ///< whether results are told at once, not in the order of trials
  /// Numbers of training and of validation images. 0: all but the validation images; a fifth of the images. A
  /// program of the user has its own images; `validation` is then the number on which it measures accuracy.
  int images = 0, validation = 0;
  /// 0: the default of the kind of network for graphs, 10 and 64 for images.
  int epochs = 0, image_batch = 0;
  double learning_rate = 0;  ///< 0: as for epochs; 0.05 for images
  double adversarial = 0;    ///< bound of the perturbations trained against; 0: none
  int channels = 16, cells = 5;
  std::string estimator = "accuracy", device = "cpu", precision = "float32";
  bool channels_last = false, scores = false;
  int halving = 0, first_rung = 1;  ///< HalvingOptions
  int final_epochs = 0;             ///< epochs of retraining the best network; 0: it is not retrained
  SearchAim aim;                    ///< SearchAim::estimator is set to `estimator`
  int robust_images = 0;            ///< 0: robustness is not measured
  /// Number of queries allowed per image. With a budget of 20 (digits, 14 networks, seeds 1 and 2), the
  /// chosen network lost more at 100 queries than the one chosen by accuracy alone.
  int robust_budget = 50;
  std::optional<double> robust_epsilon;  ///< none: chosen by the number of channels
  /// Settings that determine the result, as texts: a search is only continued with the stored ones.
  std::map<std::string, std::string> facts;

  /// Replaces zeros that stand for defaults of images; those of graphs and of regression sets are set later.
  void complete();
  /// Checks all values. Throws SettingError for the first that is invalid.
  void check() const;
};

/// Settings of a study, which compares strategies on a table of architectures.
struct StudyConfig : ArchitectureTask {
  std::string table, dataset, objective;
  ObservationOptions observations;
  std::vector<std::string> strategies;
  std::vector<int> seeds;  ///< seeds; each strategy makes one run with each
  int batch = 5;           ///< architectures asked for at a time, >= 1
  int threads = 1;         ///< runs at the same time
};

/// Throws SettingError unless a run may begin or continue in the folder: `exists`: it holds one already;
/// `replaceable`: which has no result yet; `noun`: "search" or "study".
void check_folder(const std::string& out, bool resume, bool exists, bool replaceable, const char* noun);

/// Returns the names of all estimators: accuracy, tse, tse-e, tse-ema, sovl, tlmini.
const std::vector<std::string>& estimator_names();

}  // namespace bora::nas
