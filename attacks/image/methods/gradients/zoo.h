// ZOO (Chen, Zhang, Sharma, Yi and Hsieh, AISec 2017): zeroth-order coordinate ascent.
//
// As the paper: the margin of log-probabilities, symmetric finite differences of a random batch of
// coordinates, ADAM or Newton steps (algorithms 2 and 3), attack space of reduced dimension, importance
// sampling over 8 x 8 regions.
//
// Departs in: the threat model. The paper minimises the L2 distance plus the margin; here coordinates are
// kept within the L-infinity ball and the distance is dropped. Where images are on the 8-bit grid, finite
// differences are taken over grey levels instead of 0.0001, and always divided by the difference that the
// victim saw. Pixels are not written as tanh, as the authors do on colour images, and the attack space does
// not grow during an attack, as it does in the paper on ImageNet. Every difference is a query, and so is the
// image after each batch of steps. With the authors' 128 coordinates of 784 or 3,072 a step takes 257
// queries, and 1,000 queries make three steps of 0.01; the defaults, small batches of blocks that go to the
// bound at once, were chosen for 1,000 queries on the first images of MNIST and CIFAR-10 (tools/tune).
// Success rates near those published take tens of thousands of queries, as the paper's did, and no bound on
// single pixels.
#pragma once

#include <memory>
#include <vector>

#include "attacks/image/methods/gradients/adam.h"
#include "attacks/image/proposals/decoder.h"
#include "attacks/image/proposals/start_image.h"
#include "attacks/image/script.h"
#include "attacks/settings/attack_settings.h"

namespace bora::attacks {

struct ZooOptions {
  int batch = 16;            ///< number of coordinates in a step, 2 queries each
  double share = 1;          ///< step size of ADAM or Newton as a share of epsilon, if `step` is 0
  double step = 0;           ///< step size on the scale of pixels in [0, 1]; the authors' is 0.01, on
                             ///< ImageNet 0.002
  double difference = 1e-4;  ///< length of finite differences, see zoo_difference
  bool newton = false;       ///< ADAM if not
  int side = 7;              ///< attack space of side x side values per channel; 0: the pixels
  std::string decoder = "block";
  bool importance = false;  ///< whether coordinates are drawn by the change so far of their image region

  StartOptions start = {};
  void read(AttackSettings& settings, const ImageShape& shape);  ///< throws InputError
  PriorUse prior() const { return start.prior(); }
  int probe_queries() const { return 10 * (2 * batch + 1); }  ///< queries of ten steps
};

/// Returns the finite difference that is used. On the 8-bit grid it is at least one grey level, and four in a
/// reduced attack space, whose values spread over several pixels by fractions that rounding would remove.
double zoo_difference(const ZooOptions& options, bool continuous);

class Zoo : public ScriptedAttack {
 public:
  Zoo(AttackProblem problem, ZooOptions options);

 protected:
  /// Derivatives of the loss along one coordinate of the attack space.
  struct Differences {
    double slope = 0;
    double curvature = 0;
  };
  /// Estimates them from two queries, one on either side of the current image, whose loss is `loss_here`.
  Script<Differences> differences(int coordinate, double loss_here);

 private:
  Script<> script() override;
  /// Returns the image that a perturbation of the attack space leads to.
  Eigen::RowVectorXf image_of(const Eigen::VectorXd& change) const { return centre_ + enlarge(change); }
  Eigen::RowVectorXf enlarge(const Eigen::VectorXd& change) const;
  double loss(const Reply& reply) const;
  /// Draws the coordinates of the next batch, without repetition.
  std::vector<int> draw_batch();
  std::vector<double> importance() const;

  ZooOptions options_;
  std::unique_ptr<Decoder> decoder_;  // none: the pixels
  int rows_, columns_;                // size of the attack space, per channel
  double difference_;
  Eigen::RowVectorXf centre_;  // image to which perturbations are added
  Eigen::VectorXd change_;     // the perturbation in the attack space
  Adam adam_;
};

}  // namespace bora::attacks
