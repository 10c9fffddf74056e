// Differentiable architecture search on a supernet: DARTS and DrNAS.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "nas/supernet/supernet.h"
#include "nas/supernet/supernet_run.h"

namespace bora::nas {

/// Mixture of a supernet's operations with learnt parameters alpha, one for each operation of each edge.
///
/// - darts: weights of an edge's operations are the softmax of their alpha (Liu et al. 2019);
/// - drnas: weights are drawn from a Dirichlet distribution with concentrations elu(alpha) + 1, with
///   gradients by implicit reparametrisation (Chen et al. 2021; without their regularisation and partial
///   channels).
class MixedChoice {
 public:
  /// drnas: whether the mixture is that of drnas; otherwise that of darts.
  MixedChoice(bool drnas, std::uint64_t seed);

  /// Weights that one step of the search uses.
  struct Draw {
    CellMix mix;
    std::uint64_t seed = 0;
  };
  /// Returns the weights for one step. seed: determines the random draws; darts makes none.
  Draw draw(std::uint64_t seed) const;
  /// Returns the gradient with respect to the parameters alpha, given the gradient with respect to drawn.mix.
  CellMix pullback(const Draw& drawn, const CellMix& of_mix) const;

  /// Returns the mean weight of each operation; the weights of an edge sum to 1.
  CellMix mean() const;
  /// Returns the operation with the largest alpha on each edge, which may be `none`, as in the code of
  /// NAS-Bench-201.
  CellPath cell() const;

  CellMix alpha;  ///< parameters, initially normal with standard deviation 1e-3

 private:
  bool drnas_;
};

/// Adam optimiser of alpha with betas 0.5 and 0.999 and a weight decay of 1e-3 that is added to the gradient,
/// as in DARTS.
class AlphaOptimiser {
 public:
  explicit AlphaOptimiser(double rate) : rate_(rate) {}
  void step(CellMix& alpha, const CellMix& gradient);

  CellMix first{}, second{};  ///< first and second moments of the gradient
  int steps = 0;              ///< number of steps taken

 private:
  double rate_;
};

/// Takes one step of the network's weights on a minibatch, under choice.draw(seed). Returns the mean loss
/// before the step, and adds the gradient of this loss with respect to alpha to `of_alpha`. The sum of these
/// gradients over several steps is the gradient of TSE (training speed estimate), each loss at the weights of
/// its step (Ru 2021, algorithm 14; equation 8.5 for drnas).
double descend_weights(Supernet& net, const Minibatch& batch, const MixedChoice& choice, std::uint64_t seed,
                       double rate, CellMix& of_alpha);

/// Cell and parameters after one epoch of the search.
struct DerivedCell {
  CellPath cell{};  ///< cell derived after the epoch (MixedChoice::cell())
  double loss = 0;  ///< mean training loss of the mixture over the epoch
  CellMix alpha{};  ///< parameters after the epoch
};

/// Trains the weights and the mixture of a supernet by the plan. Returns the result of each epoch; the last
/// cell is the result of the search. Writes course.csv and, as train_supernet(), a checkpoint to the run's
/// folder. Returns nullopt if it was stopped. Throws InputError if the training diverges, or if the folder
/// has the checkpoint of another run.
std::optional<std::vector<DerivedCell>> derive_cells(Supernet& net, const SupernetData& data,
                                                     const SupernetPlan& plan, const SupernetRun& run);

/// Returns all cells of an nb201 space in the order of decreasing probability under MixedChoice::mean(),
/// whose edges are taken as independent.
std::vector<Architecture> by_probability(const ArchitectureSpace& space, const SupernetPlan& plan,
                                         const CellMix& alpha);

}  // namespace bora::nas
