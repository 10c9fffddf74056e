// Ranking of cells by a supernet that is trained on the images of a search.
#pragma once

#include "common/layers.h"
#include "common/run_observer.h"
#include "nas/run/search_config.h"
#include "nas/run/training/cell_trainer.h"
#include "nas/run/training/trial_trainer.h"
#include "nas/supernet/supernet.h"
#include "nas/supernet/supernet_run.h"

namespace bora::nas {

/// Returns the options of a supernet whose networks have the size and the data of a search.
SupernetOptions supernet_options(const CellTask& task, std::uint64_t seed);
/// Returns the training and validation images of a search for a supernet. task: must outlive the result.
SupernetData supernet_data(const CellTask& task);

/// Ranker that trains supernets on the images of a search. It writes checkpoint and results (ranking.csv; for
/// darts and drnas course.csv) to the folder supernet/ of the search.
class DataRanker final : public SupernetRanker {
 public:
  /// The arguments must outlive the ranker.
  DataRanker(const SearchConfig& config, const TrialTrainer& trainer, RunObserver& observer)
      : config_(config), trainer_(trainer), observer_(observer) {}

  void check(const SupernetPlan& plan, const ArchitectureSpace& space) const override;
  /// Trains the supernet with one thread for each worker of the search; the result does not depend on their
  /// number. Reports progress to the observer. Throws Interrupted if it is stopped; the next call resumes
  /// from the checkpoint.
  std::vector<Architecture> ranked(const SupernetPlan& plan, const ArchitectureSpace& space,
                                   std::uint64_t seed) const override;

 private:
  const SearchConfig& config_;
  const TrialTrainer& trainer_;
  RunObserver& observer_;
};

}  // namespace bora::nas
