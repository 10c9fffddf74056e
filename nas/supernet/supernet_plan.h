// Settings of the training and use of a supernet.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "common/layers.h"
#include "nas/space/architecture_space.h"

namespace bora::nas {

/// Plan of a supernet, whose defaults are those of the code of NAS-Bench-201 (Dong and Yang 2020) and of
/// DARTS (Liu et al. 2019), except for the number of epochs of one-shot, which is 250 there.
struct SupernetPlan {
  std::string kind = "one-shot";  ///< one-shot | darts | drnas
  int epochs = 50;                ///< number of passes over the training images, >= 1
  double rate = 0.025;            ///< initial learning rate of the weights; see supernet_rate()

  // Options of one-shot:
  /// Cells that a step of the training uses; their gradients are summed:
  ///
  /// - random: one random cell (Li and Talwalkar 2020);
  /// - fair: five cells, which have each operation on each edge once (FairNAS, Chu et al. 2019);
  /// - multi: `paths` random cells (Yu and Huang 2019).
  std::string supernet = "random";
  int paths = 5;  ///< number of cells of a step of `multi`, >= 1
  /// Statistic of RankedCell by which cells are ranked: tse | tse-late | accuracy | sovl | tlmini.
  std::string rank = "tse";
  int batches = 100;  ///< number of minibatches on which each cell is trained before the ranking, at `rate`
  int cells = 200;    ///< number of random cells that are ranked, >= 1

  // Options of darts and drnas:
  /// Loss that the operations' parameters alpha minimise:
  ///
  /// - validation: loss of a validation minibatch, before each step of the weights (Liu et al. 2019, first
  ///   order);
  /// - tse: sum of the training losses of `interval` steps (Ru 2021, algorithm 14).
  std::string gradient = "validation";
  int interval = 100;        ///< number of steps of `tse` between two updates of alpha, >= 1
  double alpha_rate = 3e-4;  ///< learning rate of Adam for alpha, > 0

  bool one_shot() const { return kind == "one-shot"; }
  void check() const;  ///< throws InputError naming the field
};

/// Returns the valid values of SupernetPlan::supernet.
const std::vector<std::string>& supernet_names();
/// Returns the valid values of SupernetPlan::rank.
const std::vector<std::string>& rank_names();

/// Interface that ranks cells by a supernet trained on the data of a search.
class SupernetRanker {
 public:
  virtual ~SupernetRanker() = default;
  /// Throws InputError if ranked() cannot carry out the plan for the space.
  virtual void check(const SupernetPlan& plan, const ArchitectureSpace& space) const = 0;
  /// Returns cells of the space, best first. space: nb201 or a part of it.
  virtual std::vector<Architecture> ranked(const SupernetPlan& plan, const ArchitectureSpace& space,
                                           std::uint64_t seed) const = 0;
};

}  // namespace bora::nas
