// SimBA along the gradients of substitute models.
//
// With output-diversified directions: Tashiro, Song and Ermon, "Diversity can be transferred: output
// diversification for white- and black-box attacks", NeurIPS 2020 (ODS with substitute models, and SimBA-ODS
// among its score-based attacks).
// GFCS, gradient first, coimage second: Lord, Mueller and Bertinetto, "Attacking deep networks with
// surrogate-based adversarial black-box methods is easy", ICLR 2022, algorithm 1.
#pragma once

#include <vector>

#include "attacks/image/proposals/start_image.h"
#include "attacks/image/script.h"
#include "attacks/settings/attack_settings.h"

namespace bora::attacks {

/// Steps of methods that are defined in the Euclidean norm. In the L-infinity ball they are adapted to it.
struct SubstituteStepOptions {
  /// Applies to L-infinity; in L2 all steps are straight.
  enum class Shape {
    sign,      ///< changes every pixel by the same amount, along the sign of the direction
    straight,  ///< moves along the direction itself
  };
  Shape shape = Shape::sign;
  /// Root mean square of a step over the pixels, as a share of epsilon. Of 0.5, 1 and 2 (a corner of the ball
  /// wherever the step begins) none was better on all of the first images of MNIST and CIFAR-10 (tools/tune).
  /// In L2: Euclidean length of a step, as a share of epsilon.
  double length = 0.5;
  void read(AttackSettings& settings);     ///< throws InputError
  void read_l2(AttackSettings& settings);  ///< reads the settings in L2; throws InputError
};

struct SimbaOdsOptions {
  SubstituteStepOptions step;
  StartOptions start = {};
  void read(AttackSettings& settings);  ///< throws InputError
};

/// In L2, the authors' norm, the default is their step, 0.2, over the bound of 12.27 that GFCS compares it
/// within (images of 3 x 224 x 224): 0.016 of epsilon.
struct SimbaOdsL2Options : SimbaOdsOptions {
  SimbaOdsL2Options() { step.length = 0.016; }
  void read(AttackSettings& settings);  ///< throws InputError
};

/// Attack that tries a step forward and, if that is no better, a step back along the gradient of randomly
/// weighted outputs of a randomly drawn substitute model:
///   w' f(x), w uniform on [-1, 1]^classes, f the substitute model's logits,
/// kept if the victim's loss grows: margin untargeted, cross-entropy targeted, as in the authors' code.
///
/// The authors seek small Euclidean perturbations, without a bound, by steps of length 0.2. Here a step
/// follows SubstituteStepOptions and the image is projected to the ball after each (NormBall::project), as
/// the paper clamps to [0, 1].
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
  /// Returns `image` after a step, projected to the ball; `direction` need not have length 1, but not 0.
  Eigen::RowVectorXf stepped(const Eigen::RowVectorXf& image, const Eigen::RowVectorXf& direction,
                             float sign) const;

  SubstituteStepOptions step_;
  StartOptions start_;
  static constexpr int kMostUnchanged = 100;
  int unchanged_ = 0;  // latest directions along which rounding or the ball undid each step
};

/// The authors bound the Euclidean norm by 12.27 (sqrt(0.001 D), images of 3 x 224 x 224) and take steps of
/// length 2, that is of 0.16 of the bound: `as=paper`. The default differs from the paper: longer steps, for
/// budgets of tens of queries.
struct GfcsOptions : SimbaOdsOptions {
  void read(AttackSettings& settings);  ///< throws InputError
};

/// In L2, the authors' norm, the default is their step: 2 of 12.27, 0.163 of epsilon. For images of
/// 3 x 299 x 299 their bound is 16.377 and the same step 0.122 of it.
struct GfcsL2Options : GfcsOptions {
  GfcsL2Options() { step.length = 0.163; }
  void read(AttackSettings& settings);  ///< throws InputError
};

/// SimBA along substitute models' gradients: of the margin between the label and the other class that is best
/// in the *victim's* eyes, or, targeted, of the substitute model's own cross-entropy. Substitute models are
/// taken in random order, each once; when none of their gradients improves the loss, output-diversified
/// directions are tried until one does, and then the gradients again. Steps are those of SimbaOdsAttack. In
/// L2 an image outside is first clipped to [0, 1], then its change is scaled to epsilon. The authors' code
/// does the reverse, which leaves a shorter change.
class GfcsAttack : public SimbaOdsAttack {
 public:
  GfcsAttack(AttackProblem problem, const GfcsOptions& options);

 private:
  Eigen::RowVectorXf direction(const Eigen::RowVectorXf& image, const Observation& seen) override;
  void improved() override;

  std::vector<int> untried_;  // substitute models whose gradient at the present image has not been tried
};

}  // namespace bora::attacks
