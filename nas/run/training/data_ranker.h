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

/// A supernet whose networks are made, trained and judged like those of a search.
SupernetOptions supernet_options(const CellTask& task, std::uint64_t seed);
/// `task` must outlive what is returned.
SupernetData supernet_data(const CellTask& task);

/// Keeps the supernet's checkpoint in the search's folder, supernet/, and there what was found, too:
/// ranking.csv, or of darts and drnas course.csv.
class DataRanker final : public SupernetRanker {
 public:
  /// All must outlive it.
  DataRanker(const SearchConfig& config, const TrialTrainer& trainer, RunObserver& observer)
      : config_(config), trainer_(trainer), observer_(observer) {}

  void check(const SupernetPlan& plan, const ArchitectureSpace& space) const override;
  /// On as many threads as the search has workers, whose number changes nothing. Says how far it is. Throws
  /// Interrupted; called again it goes on.
  std::vector<Architecture> ranked(const SupernetPlan& plan, const ArchitectureSpace& space,
                                   std::uint64_t seed) const override;

 private:
  const SearchConfig& config_;
  const TrialTrainer& trainer_;
  RunObserver& observer_;
};

}  // namespace bora::nas
