// SimBA along the gradients of substitute models:
//
// - SimBA-ODS, with output-diversified directions: Tashiro, Song and Ermon, "Diversity can be transferred:
//   output diversification for white- and black-box attacks", NeurIPS 2020;
// - GFCS, gradient first, coimage second: Lord, Mueller and Bertinetto, "Attacking deep networks with
//   surrogate-based adversarial black-box methods is easy", ICLR 2022, algorithm 1.
#pragma once

#include <vector>

#include "attacks/image/proposals/start_image.h"
#include "attacks/image/script.h"
#include "attacks/settings/attack_settings.h"

namespace bora::attacks {

/// Steps of these methods. The papers define them in the Euclidean norm; in the L-infinity ball they are
/// adapted.
struct SubstituteStepOptions {
  /// Shape of a step in L-infinity; in L2 all steps are straight.
  enum class Shape {
    sign,      ///< changes every pixel by the same amount, along the sign of the direction
    straight,  ///< moves along the direction itself
  };
  Shape shape = Shape::sign;
  /// Root mean square of a step over the values of the image, as a share of epsilon; in L2 the Euclidean
  /// length as a share of epsilon. Of 0.5, 1 and 2 (which leads to a corner of the ball from any image), none
  /// was best on the first images of both MNIST and CIFAR-10 (tools/tune).
  double length = 0.5;
  void read(AttackSettings& settings);     ///< throws InputError
  void read_l2(AttackSettings& settings);  ///< reads the settings in L2; throws InputError
};

/// Settings that `simba-ods` has in L-infinity.
struct SimbaOdsOptions {
  SubstituteStepOptions step;
  StartOptions start = {};
  void read(AttackSettings& settings);  ///< throws InputError
};

/// Settings in L2, the authors' norm. The default step is theirs, 0.2, divided by 12.27, the bound in the
/// comparison of the GFCS paper (images of 3 x 224 x 224): 0.016 of epsilon.
struct SimbaOdsL2Options : SimbaOdsOptions {
  SimbaOdsL2Options() { step.length = 0.016; }
  void read(AttackSettings& settings);  ///< throws InputError
};

/// Attack that tries a step forward and, if that is no better, a step back along the gradient of w' f(x),
/// where f are the logits of a randomly drawn substitute model and w is uniform on [-1, 1]^classes. A step is
/// kept if the victim's loss grows: margin untargeted, cross-entropy targeted, as in the authors' code.
///
/// The authors seek small Euclidean perturbations without a bound, by steps of length 0.2. Here steps follow
/// SubstituteStepOptions, and each image is projected to the ball (NormBall::project), where the paper clamps
/// to [0, 1].
class SimbaOdsAttack : public ScriptedAttack {
 public:
  SimbaOdsAttack(AttackProblem problem, const SimbaOdsOptions& options);

 protected:
  /// Returns the direction of a step from `image`, for which the victim's answer was `seen`: d values, of any
  /// length.
  virtual Eigen::RowVectorXf direction(const Eigen::RowVectorXf& image, const Observation& seen);
  /// Called when a step was kept.
  virtual void improved() {}

  /// Returns the gradient of randomly weighted outputs of a randomly drawn substitute model.
  Eigen::RowVectorXf diversified_direction(const Eigen::RowVectorXf& image);

 private:
  Script<> script() override;
  bool exhausted() const override { return unchanged_ == kMostUnchanged; }
  /// Returns `image` after a step along sign * direction, projected to the ball. `direction`: d values, not
  /// all 0.
  Eigen::RowVectorXf stepped(const Eigen::RowVectorXf& image, const Eigen::RowVectorXf& direction,
                             float sign) const;

  SubstituteStepOptions step_;
  StartOptions start_;
  static constexpr int kMostUnchanged = 100;
  int unchanged_ = 0;  // number of latest directions along which projection undid both steps
};

/// Settings of `gfcs` in L-infinity. as=paper: steps of 0.16 of the bound, as the authors take steps of
/// length 2 within an L2 bound of 12.27 (sqrt(0.001 D), images of 3 x 224 x 224). The default has longer
/// steps, for budgets of tens of queries.
struct GfcsOptions : SimbaOdsOptions {
  void read(AttackSettings& settings);  ///< throws InputError
};

/// Settings in L2, the authors' norm. The default step is theirs: 2 within 12.27, 0.163 of epsilon. For
/// images of 3 x 299 x 299 their bound is 16.377, and the same step is 0.122 of it.
struct GfcsL2Options : GfcsOptions {
  GfcsL2Options() { step.length = 0.163; }
  void read(AttackSettings& settings);  ///< throws InputError
};

/// SimBA along gradients of substitute models: untargeted, of the margin between the label and the other
/// class that scores best with the victim; targeted, of the substitute model's cross-entropy. Substitute
/// models are used in random order, each once. If none of their gradients improves the loss,
/// output-diversified directions are tried until one does, and then gradients again. Steps are those of
/// SimbaOdsAttack. In L2 an image outside the ball is first clipped to [0, 1], then its change is scaled to
/// epsilon. The authors' code does the reverse, which leaves a shorter change.
class GfcsAttack : public SimbaOdsAttack {
 public:
  GfcsAttack(AttackProblem problem, const GfcsOptions& options);

 private:
  Eigen::RowVectorXf direction(const Eigen::RowVectorXf& image, const Observation& seen) override;
  void improved() override;

  std::vector<int> untried_;  // substitute models not yet tried since the last improvement
};

}  // namespace bora::attacks
