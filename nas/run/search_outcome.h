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

/// Result of a search that trains networks.
struct SearchOutcome {
  std::vector<SearchTrial> trials;         ///< trials that have ended, by number
  int validation = 0;                      ///< number of validation inputs (TrialTrainer::validation())
  double majority = 0;                     ///< share of their most frequent class (TrialTrainer::majority())
  double robust_epsilon = 0;               ///< epsilon at which robustness was measured; 0: not measured
  std::optional<SearchTrial> longer = {};  ///< retraining of the best network; none: not retrained
  int test_correct = 0;         ///< number of test images that the best network classifies correctly
  int test_images = 0;          ///< number of test images, which no choice used; 0: not measured
  std::string test_doubt = "";  ///< warning about test inputs that are also training inputs; "": none
  std::optional<double> test_error = {};  ///< error of the best network on test inputs (TrialTrainer)
  std::string model = "best.pt";          ///< name of the file with the best network's weights
  bool complete = false;                  ///< false: the search was interrupted
  SpacePtr space = nullptr;               ///< space of the architectures that could be proposed
  std::shared_ptr<const MotifSpace> motifs = nullptr;  ///< space restricted by motifs; null: none

  /// Returns the trial that the search selects; null if none has a value.
  const SearchTrial* best(const SearchAim& aim) const { return chosen_of(trials, aim, validation); }
  /// Returns front_of() for these trials.
  std::vector<std::size_t> front(const SearchAim& aim) const { return front_of(trials, aim, validation); }
};

/// Searches that a study has made on a table.
struct StudyOutcome {
  std::shared_ptr<const TabularBenchmark> benchmark;
  StudyRuns runs;         ///< all stored runs, also those of earlier calls with other strategies or seeds
  bool complete = false;  ///< false: the study was interrupted
  std::shared_ptr<const MotifSpace> motifs = nullptr;
};

}  // namespace bora::nas
