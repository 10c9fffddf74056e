// Results of searches and studies.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "nas/run/objectives.h"
#include "nas/run/search_store.h"
#include "nas/run/study/study_store.h"
#include "nas/strategy/motif_space.h"
#include "nas/table/tabular_benchmark.h"

namespace bora::nas {

struct SearchOutcome {
  std::vector<SearchTrial> trials;  ///< ended, in their order
  int validation = 0;               ///< number of validation inputs, as TrialTrainer::validation() returns it
  double robust_epsilon = 0;        ///< epsilon at which robustness was measured
  std::optional<SearchTrial> longer = {};  ///< the best, retrained for longer; none: not retrained
  int test_correct = 0;  ///< test images that the best classifies correctly; no choice used them
  int test_images = 0;   ///< 0: not measured
  std::string test_doubt = "";  ///< warning about test images that are also training images; "": none
  std::optional<double> test_error = {};  ///< in regression: error of the best on test inputs, as above
  std::string model = "best.pt";          ///< name of the file that holds the best
  bool complete = false;                  ///< false: the search was interrupted
  SpacePtr space = nullptr;               ///< architectures that could be proposed
  std::shared_ptr<const MotifSpace> motifs = nullptr;  ///< null: none were learnt

  /// Returns the trial that the search selects; null if none has a value.
  const SearchTrial* best(const SearchAim& aim) const { return chosen_of(trials, aim, validation); }
  /// Returns front_of() for these trials.
  std::vector<std::size_t> front(const SearchAim& aim) const { return front_of(trials, aim, validation); }
};

struct StudyOutcome {
  std::shared_ptr<const TabularBenchmark> benchmark;
  StudyRuns runs;  ///< all that the study holds, not only what was asked for last
  bool complete = false;
  std::shared_ptr<const MotifSpace> motifs = nullptr;
};

}  // namespace bora::nas
