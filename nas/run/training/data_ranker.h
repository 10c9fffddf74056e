// Cells ranked by a supernet that is trained on the images of a search.
#pragma once

#include "common/layers.h"
#include "common/run_observer.h"
#include "nas/run/search_config.h"
#include "nas/run/training/cell_trainer.h"
#include "nas/run/training/trial_trainer.h"
#include "nas/supernet/supernet.h"
#include "nas/supernet/supernet_run.h"

namespace bora::nas {

/// Returns the options of a supernet whose networks are made like those of a search.
SupernetOptions supernet_options(const CellTask& task, std::uint64_t seed);
/// Returns the data on which a supernet trains and judges like a search. `task` must outlive the result.
SupernetData supernet_data(const CellTask& task);

/// Ranker that keeps the supernet's checkpoint and its results in supernet/ of the search's folder:
/// ranking.csv, or for darts and drnas course.csv.
class DataRanker final : public SupernetRanker {
 public:
  /// All must outlive it.
  DataRanker(const SearchConfig& config, const TrialTrainer& trainer, RunObserver& observer)
      : config_(config), trainer_(trainer), observer_(observer) {}

  void check(const SupernetPlan& plan, const ArchitectureSpace& space) const override;
  /// Trains the supernet on as many threads as the search has workers; their number does not change the
  /// result. Reports progress to the observer. Throws Interrupted; a further call resumes from the
  /// checkpoint.
  std::vector<Architecture> ranked(const SupernetPlan& plan, const ArchitectureSpace& space,
                                   std::uint64_t seed) const override;

 private:
  const SearchConfig& config_;
  const TrialTrainer& trainer_;
  RunObserver& observer_;
};

}  // namespace bora::nas
