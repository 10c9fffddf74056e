// Ranking of cells by a trained supernet.
#pragma once

#include <optional>
#include <vector>

#include "common/layers.h"
#include "nas/supernet/supernet.h"
#include "nas/supernet/supernet_run.h"

namespace bora::nas {

/// Returns the cells that step `step` (0, 1, ...) of a supernet's training uses. They depend only on the
/// plan, the seed and the step.
std::vector<CellPath> paths_of_step(const SupernetPlan& plan, std::uint64_t seed, std::int64_t step);

/// Trains a supernet by the plan and writes a checkpoint to the run's folder after each epoch. If there is a
/// checkpoint, training resumes from it, with the same result as without an interruption. Returns false if it
/// was stopped. Throws InputError if the training diverges, or if the folder has the checkpoint of another
/// run.
bool train_supernet(Supernet& net, const SupernetData& data, const SupernetPlan& plan,
                    const SupernetRun& run);

/// Statistics of a cell that begins with the supernet's weights and is trained on plan.batches further
/// minibatches, the same for all cells (Ru 2021, section 8.4.5). A loss that is not finite is replaced by the
/// largest double.
struct RankedCell {
  CellPath path{};
  double tse = 0;       ///< sum of the training losses of the minibatches
  double accuracy = 0;  ///< accuracy on all validation images after the last minibatch, in [0, 1]
  double sovl = 0;      ///< sum of validation losses, one after each minibatch, on a validation minibatch
  double tlmini = 0;    ///< training loss of the last minibatch
  double late = 0;      ///< sum of the training losses of the second half of the minibatches

  /// Returns the score by which cells are ranked; larger is better. rank: one of rank_names().
  double score(const std::string& rank) const;
};

/// Trains and evaluates cells and returns their statistics in the order of `paths`. Cells are processed in
/// parallel on the run's pool. Writes ranking.csv to the run's folder, from which an interrupted call
/// resumes. Returns nullopt if it was stopped.
std::optional<std::vector<RankedCell>> evaluate_cells(const Supernet& net, const std::vector<CellPath>& paths,
                                                      const SupernetData& data, const SupernetPlan& plan,
                                                      const SupernetRun& run);

/// Draws plan.cells different cells from a space of nb201 in random order, or all if it has fewer.
std::vector<Architecture> draw_cells(const ArchitectureSpace& space, const SupernetPlan& plan,
                                     std::uint64_t seed);

}  // namespace bora::nas
