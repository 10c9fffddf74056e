// Images in a problem's ball that fool the attacker's own classifiers; bo starts from them and combines them.
#pragma once

#include "attacks/image/image_attack.h"
#include "common/layers.h"
#include "common/random.h"

namespace bora::attacks {

class TransferImages {
 public:
  /// The problem must outlive this. If it has no substitute models, there are no images.
  explicit TransferImages(const AttackProblem& problem) : problem_(problem) {}

  /// Returns the number of images found so far.
  int size() const { return static_cast<int>(images_.rows()); }
  Eigen::RowVectorXf image(int k) const { return images_.row(k); }

  /// Finds the first image, with equal weights of all substitute models. It is the same for all attacks on an
  /// instance.
  void find_first();
  /// Finds `count` further images, each with random weights of the substitute models. Where these images
  /// differ from the first, the substitute models disagree, and queries of the victim are most informative.
  void find_others(int count, Rng& rng);

  /// Returns the gradients that led to each image, size() x d. The inner product of one with a perturbation
  /// tells how far the perturbation goes along it.
  const Batch& slopes() const { return slopes_; }

 private:
  const AttackProblem& problem_;
  Batch images_;  // size() x d
  Batch slopes_;  // size() x d
};

}  // namespace bora::attacks
