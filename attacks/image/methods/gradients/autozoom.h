// AutoZOOM-BiLIN (Tu, Ting, Chen, Liu, Zhang, Yi, Hsieh and Cheng, AAAI 2019).
//
// As in the paper: ADAM follows an estimate of the gradient of the margin of log-probabilities, in an attack
// space of d values that is enlarged bilinearly. The estimate is along a random direction u of length 1,
//   g = d (f(x + beta u) - f(x)) / beta u,
// with smoothing beta = 1/d.
//
// Differences from the paper:
// - The paper adds the L2 distance to the loss, adapts its weight and, after the first success, averages over
//   more directions to reduce it. Here perturbations stay in the L-infinity ball, and the attack ends at its
//   first success.
// - On the 8-bit grid, where beta = 1/d would vanish in rounding, beta is at least the length that moves a
//   value by one grey level on average.
// - Defaults were chosen for 1,000 queries on the first images of MNIST and CIFAR-10 (tools/tune).
//
// Expect far lower success rates than published (Ru et al. 2020: 99% on MNIST at 0.3). A random direction has
// a cosine of about 1/sqrt(d) to the gradient, so a step along it gains little. The published attack works
// because no pixel is bounded: the perturbation grows along the few good directions until the goal is
// reached, and is reduced afterwards. Inside the ball these pixels stop at the bound.
#pragma once

#include <memory>

#include "attacks/image/proposals/decoder.h"
#include "attacks/image/proposals/start_image.h"
#include "attacks/image/script.h"
#include "attacks/settings/attack_settings.h"

namespace bora::attacks {

struct AutoZoomOptions {
  int side = 7;      ///< attack space of side x side values per channel; Ru et al. (2020) take 14
  double share = 1;  ///< step size of ADAM as a share of epsilon, if `step` is 0
  double step = 0;   ///< step size on the scale of pixels in [0, 1]; the authors' is 0.01, on ImageNet 0.002
  int directions = 1;  ///< number of directions averaged for an estimate (q), one query each
  /// Length of the probes as a share of epsilon sqrt(d), the length of the ball's half diagonal.
  double reach = 1;
  /// Length of the probes (beta); 0: autozoom_smoothing() if published_smoothing, else as `reach` states.
  double smoothing = 0;
  bool published_smoothing = false;
  StartOptions start = {};
  void read(AttackSettings& settings, const ImageShape& shape);  ///< throws InputError
  PriorUse prior() const { return start.prior(); }
};

/// Returns the paper's smoothing for an attack space of d dimensions, 1/d, but on the 8-bit grid at least
/// sqrt(d)/255, so that rounding does not remove the change.
double autozoom_smoothing(int d, bool continuous);

/// Attack `autozoom`, as described above.
class AutoZoom : public ScriptedAttack {
 public:
  AutoZoom(AttackProblem problem, AutoZoomOptions options);

 private:
  Script<> script() override;
  Eigen::VectorXd random_direction();

  AutoZoomOptions options_;
  std::unique_ptr<Decoder> decoder_;
};

}  // namespace bora::attacks
