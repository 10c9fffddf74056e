// ZOO (Chen, Zhang, Sharma, Yi and Hsieh, AISec 2017): zeroth-order coordinate ascent.
//
// As in the paper: the margin of log-probabilities, symmetric finite differences of a random batch of
// coordinates, ADAM or Newton steps (algorithms 2 and 3), an attack space of reduced dimension, and
// importance sampling over 8 x 8 regions.
//
// Differences from the paper:
// - The paper minimises the L2 distance plus the margin. Here coordinates stay in the L-infinity ball, and
//   the loss is the margin only.
// - On the 8-bit grid, finite differences are over grey levels instead of 0.0001. They are divided by the
//   difference that the victim saw. The authors' code measures them outside [0, 1], too.
// - Pixels are not parametrised by tanh, as the authors do for colour images, and the attack space does not
//   grow during an attack, as it does in the paper on ImageNet.
// - The image after each batch of steps is a counted query, too.
// - The defaults are small batches of blocks that go to the bound at once, chosen for 1,000 queries on the
//   first images of MNIST and CIFAR-10 (tools/tune). With the authors' 128 coordinates of 784 or 3,072 a step
//   takes 257 queries, so 1,000 queries are three steps of 0.01.
//
// Success rates near those published take tens of thousands of queries, as in the paper, and no bound on
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
  int batch = 16;                 ///< number of coordinates in a step, at most 2 queries each
  double share = 1;               ///< step size of ADAM or Newton as a share of epsilon, if `step` is 0
  double step = 0;                ///< step size on the scale of pixels in [0, 1]; the authors' is 0.01, on
                                  ///< ImageNet 0.002
  double difference = 1e-4;       ///< length of finite differences, see zoo_difference
  bool newton = false;            ///< whether steps are Newton's; false: ADAM's
  int side = 7;                   ///< attack space of side x side values per channel; 0: the pixels
  std::string decoder = "block";  ///< how the attack space is enlarged, see decoder_names()
  bool importance = false;  ///< whether coordinates are drawn in proportion to the change in their region

  StartOptions start = {};
  void read(AttackSettings& settings, const ImageShape& shape);  ///< throws InputError
  PriorUse prior() const { return start.prior(); }
  int probe_queries() const {
    return 10 * (2 * batch + 1);
  }                                                  ///< returns the largest number of queries of ten steps
  int opening_queries() const { return 2 * batch; }  ///< returns the number of queries before a step
};

/// Returns the length of finite differences. On the 8-bit grid it is at least one grey level, in a reduced
/// attack space at least four, because its values spread over several pixels by fractions that rounding would
/// remove.
double zoo_difference(const ZooOptions& options, bool continuous);

/// Attack `zoo`, as described above.
class Zoo : public ScriptedAttack {
 public:
  Zoo(AttackProblem problem, ZooOptions options);

 protected:
  /// Derivatives of the loss along one coordinate of the attack space.
  struct Differences {
    double slope = 0;
    double curvature = 0;
  };
  /// Estimates them from two queries on either side of the current image, whose reply is `here`. A query is
  /// saved where the threat model leaves the image as it is. Then the curvature is 0.
  Script<Differences> differences(int coordinate, const Reply& here);

 private:
  Script<> script() override;
  /// Returns the image that a perturbation of the attack space leads to.
  Eigen::RowVectorXf image_of(const Eigen::VectorXd& change) const { return centre_ + enlarge(change); }
  Eigen::RowVectorXf enlarge(const Eigen::VectorXd& change) const;
  double loss(const Reply& reply) const;
  /// Draws the coordinates of the next batch, without repetition.
  std::vector<int> draw_batch();
  /// Returns the weight of each coordinate by which batches are drawn: the largest change in its region.
  std::vector<double> importance() const;

  ZooOptions options_;
  std::unique_ptr<Decoder> decoder_;  // null: the attack space is the pixels
  int rows_, columns_;                // size of the attack space, per channel
  double difference_;
  Eigen::RowVectorXf centre_;  // image to which perturbations are added
  Eigen::VectorXd change_;     // the perturbation in the attack space
  Adam adam_;
};

}  // namespace bora::attacks
