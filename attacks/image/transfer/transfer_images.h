// Images of a problem's ball that fool an attacker's own classifiers, for bo to start from and to cross.
#pragma once

#include "attacks/image/image_attack.h"
#include "common/layers.h"
#include "common/random.h"

namespace bora::attacks {

class TransferImages {
 public:
  /// The problem must outlive this. Without substitute models there are none.
  explicit TransferImages(const AttackProblem& problem) : problem_(problem) {}

  /// Number found so far.
  int size() const { return static_cast<int>(images_.rows()); }
  Eigen::RowVectorXf image(int k) const { return images_.row(k); }

  /// Finds the first: all substitute models count alike, and attacks on the same instance get the same.
  void find_first();
  /// Finds `count` more, each by weights of the substitute models drawn at random. Where they differ from the
  /// first, the substitute models disagree, so queries of the victim are most informative there.
  void find_others(int count, Rng& rng);

  /// Returns the slopes that led to each image, size() x d. The inner product with a perturbation says how
  /// far it goes along them.
  const Batch& slopes() const { return slopes_; }

 private:
  const AttackProblem& problem_;
  Batch images_;  // size() x d
  Batch slopes_;  // size() x d
};

}  // namespace bora::attacks
