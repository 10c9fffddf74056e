// Classifiers of the attacker's own, which may be asked and differentiated at will: no query is counted.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "attacks/threat/objective.h"
#include "models/victim.h"

namespace bora {

/// What a transfer prior is made of: white-box classifiers of the same images and classes as the victim.
/// May be asked from several threads at once; its answers depend on nothing but the question.
class Substitutes {
 public:
  /// All take images of one shape and know the same number of classes. Throws InputError naming the first
  /// that differs or has no gradients, or if there is none.
  explicit Substitutes(std::vector<std::shared_ptr<Victim>> networks);

  int size() const { return static_cast<int>(networks_.size()); }
  /// Names of the networks, in order.
  std::vector<std::string> names() const;
  /// The classifier itself, for attacks that weigh its scores in their own way.
  Victim& network(int k) const { return *networks_[static_cast<std::size_t>(k)]; }

  /// `images`: m x d in [0, 1]. Returns m x size(): the loss of each image at each network.
  Eigen::MatrixXd losses(const Batch& images, const Goal& goal, Loss loss) const;
  /// `image`: d. Returns size() x d: the gradient of each network's loss.
  Batch gradients(const Eigen::Ref<const Eigen::RowVectorXf>& image, const Goal& goal, Loss loss) const;
  /// `images`: m x d, `weights`: m x size(). Returns m x d: of each image the gradient of sum_k weights(i, k)
  /// loss_k. A network whose weights are all 0 is not asked.
  Batch weighted_gradients(const Batch& images, const Eigen::MatrixXd& weights, const Goal& goal,
                           Loss loss) const;

 private:
  std::vector<std::shared_ptr<Victim>> networks_;
};

}  // namespace bora
