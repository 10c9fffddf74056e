// Square+ (Chen, Huang, Tao and Huang, "QueryNet: attack by multi-identity surrogates", 2021): Square Attack
// that skips proposals which cannot improve the loss if its slope is at most the largest one observed so far.
#pragma once

#include <cstddef>
#include <vector>

#include "attacks/image/methods/scores/square.h"

namespace bora::attacks {

struct SquarePlusOptions : SquareOptions {
  int trials = 50;    ///< maximum number of proposals drawn for a query
  double goal = 0.7;  ///< value that a proposal must be able to reach, as a multiple of the best loss
  /// Number of latest queries with which proposals are compared; 0: as many as fit into 128 MB.
  int kept = 0;
  void read(AttackSettings& settings, const ImageShape& shape);  ///< throws InputError
};

/// Returns the number of queries that are kept for images of d values: `kept`, or for 0 as many as fit into
/// 128 MB (222 of 3 x 224 x 224), at least 16.
std::size_t queries_kept(int kept, Eigen::Index d);

/// Square Attack with a filter on proposals, without substitute models. Let k be the largest slope |f(x) -
/// f(x')| / |x - x'| of the loss f between two queries of the instance. Then f(x_i) + k |x - x_i|, for each
/// query x_i, is taken as an upper bound of the loss at a proposal x (Malherbe and Vayatis, ICML 2017). A
/// proposal is redrawn if a bound is below `goal` times the best loss so far. Since losses are negative until
/// the attack succeeds, 0.7 requires an improvement. The last of `trials` proposals is queried in any case.
///
/// The rule, the 50 trials and 0.7 are those of the authors' code. Differences from it:
///
/// - A proposal is made from the incumbent; theirs from the rejected proposals.
/// - p is that of Square Attack; theirs is 0.05.
/// - Only the latest queries are kept (`kept`); they keep all, and count the clean image as a query.
/// - Targeted attacks and other losses than the margin are possible, too.
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
  Batch images_;                // their images as the victim saw them, in the first rows
  std::size_t oldest_ = 0;      // index of the query that is replaced next
  double slope_ = 0;            // k
  std::size_t strictest_ = 0;   // index of the query that last ruled out a proposal
};

}  // namespace bora::attacks
