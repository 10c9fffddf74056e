// The attacker's own classifiers, whose scores and gradients are free: no query is counted.
#pragma once

#include <memory>
#include <vector>

#include "attacks/threat/objective.h"
#include "models/victims/victim.h"

namespace bora::attacks {

/// Source of a transfer prior: white-box classifiers of the same images and classes as the victim. May be
/// used from several threads at once; answers depend only on the input.
class Substitutes {
 public:
  /// Takes networks with one image shape and the same number of classes. Throws InputError naming the first
  /// that differs or has no gradients, or if there is none.
  explicit Substitutes(std::vector<std::shared_ptr<Victim>> networks);

  int size() const { return static_cast<int>(networks_.size()); }
  /// Returns network k, for attacks that weight its scores in their own way.
  Victim& network(int k) const { return *networks_[static_cast<std::size_t>(k)]; }

  /// Returns m x size(): the loss of each image at each network. `images`: m x d in [0, 1].
  Eigen::MatrixXd losses(const Batch& images, const Goal& goal, Loss loss) const;
  /// Returns size() x d: the gradient of each network's loss. `image`: d values in [0, 1].
  Batch gradients(const Eigen::Ref<const Eigen::RowVectorXf>& image, const Goal& goal, Loss loss) const;
  /// Returns m x d: for each image the gradient of sum_k weights(i, k) loss_k. `images`: m x d, `weights`: m
  /// x size(). A network whose weights are all 0 is not evaluated.
  Batch weighted_gradients(const Batch& images, const Eigen::MatrixXd& weights, const Goal& goal,
                           Loss loss) const;

 private:
  std::vector<std::shared_ptr<Victim>> networks_;
};

}  // namespace bora::attacks
