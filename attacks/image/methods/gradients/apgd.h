// Auto-PGD (Croce and Hein, "Reliable evaluation of adversarial robustness with an ensemble of diverse
// parameter-free attacks", ICML 2020, section 3 and algorithm 1).
#pragma once

#include <vector>

#include "attacks/image/methods/gradients/ball_steps.h"
#include "attacks/image/script.h"
#include "attacks/settings/attack_settings.h"

namespace bora::attacks {

/// Step size of APGD from one start, as a share of epsilon: 2 at first, halved at a checkpoint w_j if the
/// loss rose in at most a share `rho` of the iterations since w_{j-1} (condition 1), or if neither the step
/// size nor the best loss has changed since w_{j-1} (condition 2). w_j = ceil(p_j n) for n iterations, with
/// p_0 = 0, p_1 = 0.22, p_{j+1} = p_j + max(p_j - p_{j-1} - 0.03, 0.06).
class ApgdSchedule {
 public:
  ApgdSchedule(int iterations, double rho, double first_loss);

  /// Records the loss after the next iteration. Returns whether the step size was halved; the search then
  /// continues from the best point so far.
  bool add(double loss);
  double step() const { return step_; }
  /// Returns whether the last loss recorded is larger than all before.
  bool improved() const { return improved_; }

 private:
  int checkpoint_of(int percent) const { return (percent * iterations_ + 99) / 100; }

  int iterations_;
  double rho_;
  double step_ = 2;
  int done_ = 0;  // iterations
  int last_percent_ = 0, next_percent_ = 22;
  int rises_ = 0;  // iterations since the last checkpoint in which the loss rose
  double last_, best_, best_at_checkpoint_;
  bool improved_ = false;
  bool halved_ = true;  // at the last checkpoint; condition 2 does not hold at the first one
};

struct ApgdOptions {
  int steps = 100;   ///< iterations from one start; fewer if the budget does not hold as many
  int restarts = 0;  ///< number of starts, towards each class if there are several; 0: until the budget ends
  double rho = 0.75;
  Loss loss = Loss::cross_entropy;
  int targets = 0;  ///< untargeted: number of the best other classes that are aimed at in turn; 0: none
  void read(AttackSettings& settings);  ///< throws InputError
};

/// The targeted form: the targeted difference of logits ratio, towards each of the 9 other classes that score
/// best on the original.
struct ApgdTargetedOptions : ApgdOptions {
  ApgdTargetedOptions() {
    loss = Loss::dlr;
    targets = 9;
  }
};

/// White-box reference: gradient ascent with momentum whose step size follows from the losses met. A forward
/// and backward pass is one query. Off the 8-bit grid and on it as in Pgd.
///
/// From each start x_0 on the border of the ball: z = P(x_k + step sign(gradient)),
/// x_{k+1} = P(x_k + 0.75 (z - x_k) + 0.25 (x_k - x_{k-1})), x_1 = z, where P projects into the ball.
class Apgd : public ScriptedAttack {
 public:
  Apgd(AttackProblem problem, const ApgdOptions& options);
  std::optional<GradientRequest> gradient_wanted() const override;

 protected:
  Script<> script() override;
  bool exhausted() const override;

 private:
  Script<> rank_classes();
  Goal goal() const;

  ApgdOptions options_;
  BallSteps moves_;
  int starts_ = 0;            // starts that have ended
  std::vector<int> classes_;  // classes that are aimed at in turn; empty: as the problem's goal says
};

}  // namespace bora::attacks
