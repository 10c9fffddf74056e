// Plan for training and using a supernet, as a user describes it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "common/layers.h"
#include "nas/space/architecture_space.h"

namespace bora::nas {

/// Defaults are those of NAS-Bench-201's codes (Dong and Yang 2020) and of DARTS (Liu et al. 2019), but for
/// the number of epochs of one-shot, which is 250 there.
struct SupernetPlan {
  std::string kind = "one-shot";  ///< one-shot | darts | drnas
  int epochs = 50;                ///< over the training images
  double rate = 0.025;            ///< learning rate of the weights, which falls to .001 along a cosine

  // Options of one-shot:
  /// - random: a step is one cell drawn at random (Li and Talwalkar 2020);
  /// - fair: five cells, which have each operation on each edge once (FairNAS, Chu et al. 2019);
  /// - multi: `paths` cells drawn at random (Yu and Huang 2019). Gradients of a step's cells are summed.
  std::string supernet = "random";
  int paths = 5;
  /// tse | tse-late | accuracy | sovl | tlmini, as RankedCell has them.
  std::string rank = "tse";
  int batches = 100;  ///< minibatches that each cell is trained for before it is judged, at `rate`
  int cells = 200;    ///< number of cells drawn at random and judged

  // Options of darts and drnas:
  /// Loss whose gradient the operations' weights descend: validation, the loss of a minibatch of validation
  /// images, before each step of the network's (Liu et al. 2019, first order); tse, the sum of the training
  /// losses of `interval` steps (Ru 2021, algorithm 14).
  std::string gradient = "validation";
  int interval = 100;
  double alpha_rate = 3e-4;  ///< learning rate of Adam

  bool one_shot() const { return kind == "one-shot"; }
  void check() const;  ///< throws InputError naming the field
};

/// Returns the names of one-shot supernets: random, fair, multi.
const std::vector<std::string>& supernet_names();
/// Returns the names of rankings: tse, tse-late, accuracy, sovl, tlmini.
const std::vector<std::string>& rank_names();

/// Interface that ranks cells by a supernet trained on the data of a search.
class SupernetRanker {
 public:
  virtual ~SupernetRanker() = default;
  /// Throws InputError if the plan cannot be carried out, before anything is begun.
  virtual void check(const SupernetPlan& plan, const ArchitectureSpace& space) const = 0;
  /// Returns cells of the space, which may be a part of nb201, the most promising first.
  virtual std::vector<Architecture> ranked(const SupernetPlan& plan, const ArchitectureSpace& space,
                                           std::uint64_t seed) const = 0;
};

}  // namespace bora::nas
