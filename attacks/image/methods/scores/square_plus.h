// Square+ (Chen, Huang, Tao and Huang, "QueryNet: attack by multi-identity surrogates", 2021): Square Attack
// that passes over proposals which cannot be good if the loss is as smooth as it has shown itself so far.
#pragma once

#include <cstddef>
#include <vector>

#include "attacks/image/methods/scores/square.h"

namespace bora::attacks {

struct SquarePlusOptions : SquareOptions {
  int trials = 50;    ///< maximum number of proposals drawn for a query
  double goal = 0.7;  ///< value that a proposal must be able to reach, as a multiple of the best loss
  /// Number of queries that proposals are compared with, the latest ones; 0: as many as 128 MB hold.
  int kept = 0;
  void read(AttackSettings& settings, const ImageShape& shape);  ///< throws InputError
};

/// Returns the number of queries that are kept of images of d values: `kept`, or, for 0, as many as 128 MB
/// hold (222 of 3 x 224 x 224), at least 16.
std::size_t queries_kept(int kept, Eigen::Index d);

/// Square Attack with a filter on proposals, without substitute models. k, the largest slope |f(x) - f(x')| /
/// |x - x'| between any two queries of the instance, bounds the loss f at a proposal x from above by f(x_i) +
/// k |x - x_i| for every query x_i (Malherbe and Vayatis, ICML 2017). A proposal whose bound stays below
/// `goal` times the best loss so far is redrawn; as the losses are negative until the attack succeeds, 0.7
/// requires an improvement. The last of `trials` is queried in any case.
///
/// The rule, its 50 trials and 0.7 are those of the authors' code. The differences: there, a proposal is made
/// on top of the rejected ones, here on the incumbent; the clean image counts as a query; p is 0.05, here
/// Square Attack's; the attack is untargeted only, by the margin; and all queries are kept, here the latest
/// (`kept`).
class SquarePlusAttack : public SquareAttack {
 public:
  SquarePlusAttack(AttackProblem problem, const SquarePlusOptions& options);
  std::size_t kept() const { return losses_.size(); }  ///< number of queries that are kept

 private:
  Pixels proposal() override;
  void learn(const Pixels& queried, double loss, bool kept) override;
  /// Returns the Euclidean distances to the n images kept.
  Eigen::VectorXd distances(const Eigen::Ref<const Eigen::RowVectorXf>& image) const;
  /// Returns whether the upper bound of the loss at `image` is at least `least`.
  bool may_reach(double least, const Eigen::RowVectorXf& image);

  SquarePlusOptions options_;
  std::vector<double> losses_;  // losses of the queries kept
  Batch images_;                // their images in its first rows, as seen
  std::size_t oldest_ = 0;      // the next query that gives way to another
  double slope_ = 0;            // k
  std::size_t strictest_ = 0;   // the query that ruled out the last proposal
};

}  // namespace bora::attacks
