// Settings of searches for architectures.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "nas/run/objectives.h"
#include "nas/surrogate/motifs.h"
#include "nas/table/tabular_benchmark.h"

namespace bora::nas {

/// Settings of both searches on data and studies on a table.
struct ArchitectureTask {
  std::string out;      ///< folder of the results
  bool resume = false;  ///< whether the run in `out` is continued; if false, `out` must have none
  std::string space;    ///< one of space_names()
  std::string motifs;   ///< CSV file from which motifs are learnt (motifs_from()); empty: no motifs
  std::string motif_values = "value";  ///< column of the values in this file
  MotifOptions motif_options;
  int budget = 60;  ///< number of architectures that a run evaluates, >= 1
  /// True if architectures without a path from input to output may be proposed; none: as in the continued
  /// run, and false in a new one.
  std::optional<bool> pathless;
  std::string config;  ///< all settings in the format of a configuration file, stored in `out`

  /// Returns whether architectures without a path may be proposed. stored: the fact "pathless" of the
  /// continued run; "" if it predates the setting (all were allowed), none if the run is new. Throws
  /// SettingError if `pathless` contradicts it.
  bool takes_pathless(const std::optional<std::string>& stored) const;
};

/// Settings of a search that trains the networks it asks for.
struct SearchConfig : ArchitectureTask {
  std::string data;               ///< data set of images or graphs, UCI set, or "exec:COMMAND"
  std::string strategy = "bowl";  ///< one of strategy_names(), with its settings
  std::uint64_t seed = 0;
  int workers = 1;       ///< number of networks that are trained at the same time, >= 1
  bool at_once = false;  ///< whether results are told as they come, not in the order of the trials
  /// Number of training and of validation inputs. 0: all but the validation inputs; a fifth of the inputs.
  /// For a program of the user, `validation` is the number of inputs on which it measures accuracy.
  int images = 0, validation = 0;
  /// Epochs and inputs per step of a training. 0: 10 and 64 for images, otherwise the default of the network.
  int epochs = 0, image_batch = 0;
  double learning_rate = 0;      ///< learning rate; 0: 0.05 for images, otherwise the default of the network
  double adversarial = 0;        ///< epsilon of adversarial training; 0: normal training
  double auxiliary = 0;          ///< weight of the loss of an auxiliary classifier, 0 to 1; only for darts
  double drop_path = 0;          ///< largest probability of dropping a path, in [0, 1); only for darts
  int channels = 16, cells = 5;  ///< CellNetworkOptions
  std::string estimator = "accuracy", device = "cpu", precision = "float32";
  bool channels_last = false;       ///< memory layout of the training (TrainingOptions)
  bool scores = false;              ///< whether zero-cost scores are computed, too
  int halving = 0, first_rung = 1;  ///< settings of early stopping (HalvingOptions)
  int final_epochs = 0;             ///< epochs of retraining the best network; 0: it is not retrained
  SearchAim aim;                    ///< SearchAim::estimator is set to `estimator`
  int robust_images = 0;            ///< number of images on which robustness is measured; 0: not measured
  /// Query budget per image for robustness, >= 1. With a budget of 20 (digits, 14 networks, seeds 1 and 2),
  /// the chosen network lost more accuracy at 100 queries than the one chosen by accuracy alone.
  int robust_budget = 50;
  std::optional<double> robust_epsilon;  ///< epsilon for robustness; none: default_epsilon()
  /// Settings that determine the result, as texts. A search is resumed only if they equal the stored ones.
  std::map<std::string, std::string> facts;

  /// Replaces zeros that stand for defaults by the defaults of images, if the data are images.
  void complete();
  /// Checks all values. Throws SettingError for the first that is invalid.
  void check() const;
};

/// Settings of a study, which compares strategies on a table of architectures.
struct StudyConfig : ArchitectureTask {
  std::string table;                    ///< file of the table
  std::string dataset;                  ///< data set in the table; "": read_nas_table() chooses it
  std::string objective;                ///< column and direction, as TabularBenchmark accepts them
  ObservationOptions observations;      ///< values that searches observe
  std::vector<std::string> strategies;  ///< strategies, with their settings
  std::vector<int> seeds;               ///< each strategy makes one run with each seed
  int batch = 5;                        ///< number of architectures asked for at a time, >= 1
  int threads = 1;                      ///< number of runs made at the same time, >= 1
};

/// How a run begins in the folder of its results.
enum class RunStart {
  fresh,     ///< the folder has no run
  replaced,  ///< the run there has no result and is replaced: none of its facts counts
  continued  ///< the run there is continued, with its stored facts
};

/// Throws SettingError unless a run may begin or, with `resume`, continue in the folder `out`. exists:
/// whether the folder has a run already. replaceable: whether that run has no result yet, so that it may be
/// replaced. noun: "search" or "study", for the message.
void check_folder(const std::string& out, bool resume, bool exists, bool replaceable, const char* noun);

/// Returns how a run begins in task.out. exists, replaceable, noun: as in check_folder(), whose errors it
/// throws. check_settings: throws InputError unless the settings are those of the stored run. It is called
/// only if a run without a result is to be resumed, which is replaced if it has other settings.
RunStart decide_start(const ArchitectureTask& task, bool exists, bool replaceable, const char* noun,
                      const std::function<void()>& check_settings);

/// Returns the names of all estimators: accuracy, tse, tse-e, tse-ema, sovl, tlmini.
const std::vector<std::string>& estimator_names();

}  // namespace bora::nas
