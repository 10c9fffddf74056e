// Projected gradient descent on the attacker's own classifiers, and the transfer images that it finds.
#pragma once

#include "attacks/image/image_attack.h"
#include "common/random.h"

namespace bora::attacks {

/// Settings of projected gradient descent. It starts at a uniformly random point of the ball and takes steps
/// along the sign of the gradient (in L2: along the gradient; Madry et al., ICLR 2018). Three additions
/// make perturbations transfer better. They suppress what works only on one substitute model, in one step or
/// for one position of the image:
/// - The loss is the mean over an ensemble (Liu, Chen, Liu and Song, "Delving into transferable adversarial
///   examples and black-box attacks", ICLR 2017; here losses are averaged instead of probabilities).
/// - The gradients are summed with momentum (Dong et al., "Boosting adversarial attacks with momentum", CVPR
///   2018).
/// - Each gradient is computed at a randomly shifted image (Xie et al., "Improving transferability of
///   adversarial examples with input diversity", CVPR 2019, with shifts instead of resizing; Dong et al.,
///   "Evading defenses to transferable adversarial examples by translation-invariant attacks", CVPR 2019).
struct SubstitutePgdOptions {
  int steps = 100;
  double step = 0.1;        ///< step size in the norm of the ball, expressed as a share of epsilon
  double momentum = 1;      ///< factor of the sum of earlier gradients, each scaled to mean absolute value 1
  double shift = 1.0 / 16;  ///< largest number of pixels by which the image is shifted in each
                            ///< direction, divided by its shorter side
  Loss loss = Loss::log_odds;  ///< loss of the substitute models, which is maximised
};

struct SubstitutePgdResult {
  /// m x d: images at the corners of the ball: every value is as far up or down as the ball and [0, 1] allow,
  /// by the sign of the final perturbation. In L2: the images after the last step, usually on the ball's
  /// border.
  Batch images;
  /// m x d: gradients of all steps, summed with momentum.
  Batch slopes;
};

/// Performs m runs together. weights: m x number of substitute models, the weight of each model's loss in the
/// sum that a run maximises. Costs no query. Throws InputError if the problem holds no substitute models.
SubstitutePgdResult substitute_pgd(const AttackProblem& problem, const SubstitutePgdOptions& options,
                                   const Eigen::MatrixXd& weights, Rng& rng);

/// Performs one run with equal weights. Returns its image, d values.
Eigen::RowVectorXf substitute_pgd(const AttackProblem& problem, const SubstitutePgdOptions& options,
                                  Rng& rng);

/// Images in a problem's ball that fool the substitute models; bo starts from them and combines them.
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

  /// Returns the summed gradients that led to each image, size() x d. Their inner products with a
  /// perturbation are features of a model in bo.
  const Batch& slopes() const { return slopes_; }

 private:
  const AttackProblem& problem_;
  Batch images_;  // size() x d
  Batch slopes_;  // size() x d
};

}  // namespace bora::attacks
