// Cells found by descending the weights of a supernet's operations: DARTS and DrNAS.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "nas/supernet/supernet.h"
#include "nas/supernet/supernet_run.h"

namespace bora::nas {

/// Mixture of a supernet's operations, and the gradient with respect to its learnt parameters alpha, one for
/// each operation and edge.
///
/// - darts: softmax over an edge's operations (Liu et al. 2019);
/// - drnas: shares drawn from Dirichlet distributions with concentrations elu(alpha) + 1, gradients by
///   implicit reparametrisation (Chen et al. 2021; without their regularisation and partial channels).
class MixedChoice {
 public:
  /// `drnas`: else darts.
  MixedChoice(bool drnas, std::uint64_t seed);

  /// Mixture of a step and its seed; `draw` determines random choices, which darts does not make.
  struct Draw {
    CellMix mix;
    std::uint64_t seed = 0;
  };
  Draw draw(std::uint64_t draw) const;
  /// Returns the gradient with respect to alpha, given the one with respect to what was drawn.
  CellMix pullback(const Draw& drawn, const CellMix& of_mix) const;

  /// Returns the mean weight of each operation; the weights of an edge sum to 1.
  CellMix mean() const;
  /// Returns the operation that has the largest alpha on each edge. As in NAS-Bench-201's codes, `none` may
  /// be chosen.
  CellPath cell() const;

  CellMix alpha;  ///< begins as a thousandth of a standard normal draw

 private:
  bool drnas_;
};

/// Adam with betas .5 and .999 and a weight decay of 1e-3 that is added to the gradient, as DARTS has it.
class AlphaOptimiser {
 public:
  explicit AlphaOptimiser(double rate) : rate_(rate) {}
  void step(CellMix& alpha, const CellMix& gradient);

  CellMix first{}, second{};  ///< moments
  int steps = 0;

 private:
  double rate_;
};

/// Takes one step of the weights with the drawn mixture. Returns the mean loss of the minibatch before the
/// step, and adds the gradient of this loss w.r.t. alpha to `of_alpha`. Summed over several steps, this is
/// the gradient of TSE (training speed estimate), where each loss is taken at the weights of its step (Ru
/// 2021, algorithm 14; equation 8.5 for drnas).
double descend_weights(Supernet& net, const Minibatch& batch, const MixedChoice& choice, std::uint64_t draw,
                       double rate, CellMix& of_alpha);

struct DerivedCell {
  CellPath cell{};
  double loss = 0;  ///< mean training loss of the mixture over the epoch
  CellMix alpha{};
};

/// Trains a supernet and its mixture as the plan says. Returns the cell derived after each epoch; the last is
/// the result. The run's folder gets course.csv, and a checkpoint as train_supernet() does.
/// Returns nullopt if it was stopped. Throws InputError if it diverges or the folder holds another run's
/// checkpoint.
std::optional<std::vector<DerivedCell>> derive_cells(Supernet& net, const SupernetData& data,
                                                     const SupernetPlan& plan, const SupernetRun& run);

/// Returns all cells of an nb201 space, the most probable under the mixture's mean first.
std::vector<Architecture> by_probability(const ArchitectureSpace& space, const SupernetPlan& plan,
                                         const CellMix& alpha);

}  // namespace bora::nas
