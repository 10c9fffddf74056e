// Ranking of cells by a trained supernet.
#pragma once

#include <optional>
#include <vector>

#include "common/layers.h"
#include "nas/supernet/supernet.h"
#include "nas/supernet/supernet_run.h"

namespace bora::nas {

/// Returns the cells that step `step` of a supernet's training uses: they depend on the plan, the seed and
/// the step alone.
std::vector<CellPath> paths_of_step(const SupernetPlan& plan, std::uint64_t seed, std::int64_t step);

/// Trains a supernet as the plan says; the run's folder gets a checkpoint after each epoch. Training resumes
/// from an existing checkpoint with the same result as without an interruption. Returns false if it was
/// stopped. Throws InputError if it diverges, or the folder holds another run's checkpoint.
bool train_supernet(Supernet& net, const SupernetData& data, const SupernetPlan& plan,
                    const SupernetRun& run);

/// Scores of a cell after it inherited the supernet's weights and was trained for plan.batches more
/// minibatches, the same for all cells (Ru 2021, section 8.4.5). A score that is not finite counts as the
/// worst.
struct RankedCell {
  CellPath path{};
  double tse = 0;       ///< sum of the minibatches' training losses
  double accuracy = 0;  ///< share of all validation images, after the last
  double sovl = 0;      ///< sum over minibatches of the loss of a minibatch of validation images after each
  double tlmini = 0;    ///< training loss of the last minibatch
  double late = 0;      ///< sum of the training losses of the second half of the minibatches

  /// Returns the score by which cells are ranked, larger is better. `rank`: one of rank_names().
  double worth(const std::string& rank) const;
};

/// Ranks cells, in the order of `paths`. Cells are processed in parallel on the run's pool. The run's folder
/// gets ranking.csv, from which an interrupted ranking resumes. Returns nothing if it was stopped.
std::optional<std::vector<RankedCell>> judge_cells(const Supernet& net, const std::vector<CellPath>& paths,
                                                   const SupernetData& data, const SupernetPlan& plan,
                                                   const SupernetRun& run);

/// Draws different cells from a space of nb201: plan.cells of them, or all if it has no more.
std::vector<Architecture> cells_to_judge(const ArchitectureSpace& space, const SupernetPlan& plan,
                                         std::uint64_t seed);

}  // namespace bora::nas
