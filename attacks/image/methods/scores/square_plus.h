// Square+ (Chen, Huang, Tao and Huang, "QueryNet: attack by multi-identity surrogates", 2021): Square Attack
// that passes over proposals which cannot be good if the loss is as smooth as it has shown itself so far.
#pragma once

#include <cstddef>
#include <vector>

#include "attacks/image/methods/scores/square.h"
#include "common/layers.h"

namespace bora::attacks {

struct SquarePlusOptions : SquareOptions {
  int trials = 50;    ///< maximum number of proposals drawn for a query
  double goal = 0.7;  ///< value that a proposal must be able to reach, as a multiple of the best loss
  void read(AttackSettings& settings, const ImageShape& shape);  ///< throws InputError
};

/// Square Attack with a filter on proposals, without substitute models. k, the largest slope |f(x) - f(x')| /
/// |x - x'| between any two queries of the instance, bounds the loss f at a proposal x from above by f(x_i) +
/// k |x - x_i| for every query x_i (Malherbe and Vayatis, ICML 2017). A proposal whose bound stays below
/// `goal` times the best loss so far is redrawn; as the losses are negative until the attack succeeds, 0.7
/// requires an improvement. The last of `trials` is queried in any case.
///
/// The rule, its 50 trials and 0.7 are those of the authors' code. The differences: there, a proposal is made
/// on top of the rejected ones, here on the incumbent; the clean image counts as a query; p is 0.05, here
/// Square Attack's; and the attack is untargeted only, by the margin.
class SquarePlusAttack : public SquareAttack {
 public:
  SquarePlusAttack(AttackProblem problem, const SquarePlusOptions& options);

 private:
  Pixels proposal() override;
  void learn(const Pixels& queried, double loss, bool kept) override;
  /// Returns the Euclidean distances to all queried images: n values.
  Eigen::VectorXd distances(const Eigen::Ref<const Eigen::RowVectorXf>& image) const;
  /// Returns whether the upper bound of the loss at `image` is at least `least`.
  bool may_reach(double least, const Eigen::RowVectorXf& image);

  SquarePlusOptions options_;
  std::vector<double> losses_;  // losses of all queries
  Batch images_;                // queried images in its first rows, as seen
  double slope_ = 0;            // k
  std::size_t strictest_ = 0;   // the query that ruled out the last proposal
};

}  // namespace bora::attacks
