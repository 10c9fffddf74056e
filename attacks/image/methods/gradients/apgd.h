// Auto-PGD (Croce and Hein, "Reliable evaluation of adversarial robustness with an ensemble of diverse
// parameter-free attacks", ICML 2020, section 3 and algorithm 1).
#pragma once

#include <vector>

#include "attacks/image/methods/gradients/ball_steps.h"
#include "attacks/image/script.h"
#include "attacks/settings/attack_settings.h"

namespace bora::attacks {

/// Schedule of APGD's step size from one start, as a share of epsilon. It is 2 at first, and is halved at
/// checkpoint w_j under one of two conditions:
///
/// 1. The loss rose in at most a share `rho` of the iterations since w_{j-1}.
/// 2. The step size was not halved at w_{j-1}, and the best loss has not improved since.
///
/// The checkpoints of n iterations are w_j = ceil(p_j n), with p_0 = 0, p_1 = 0.22 and p_{j+1} =
/// p_j + max(p_j - p_{j-1} - 0.03, 0.06).
class ApgdSchedule {
 public:
  /// iterations: n >= 1; rho in [0, 1]; first_loss: loss at the start.
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
  int done_ = 0;                              // number of iterations so far
  int last_percent_ = 0, next_percent_ = 22;  // 100 p_{j-1} and 100 p_j of the next checkpoint
  int rises_ = 0;                             // iterations since the last checkpoint in which the loss rose
  double last_, best_, best_at_checkpoint_;
  bool improved_ = false;
  bool halved_ = true;  // whether the last checkpoint halved the step; true: no condition 2 at the first one
};

struct ApgdOptions {
  int steps = 100;  ///< number of iterations from one start, at most the budget - 1
  /// Number of starts, for each target class if there are several; 0: until the budget ends.
  int restarts = 0;
  double rho = 0.75;  ///< see ApgdSchedule
  Loss loss = Loss::cross_entropy;
  /// Untargeted: number of best other classes that are targeted in turn; 0: the loss is untargeted.
  int targets = 0;
  void read(AttackSettings& settings);  ///< throws InputError
};

/// Settings of `apgd-t`: the targeted difference of logits ratio, with each of the 9 other classes that score
/// best on the original as the target in turn.
struct ApgdTargetedOptions : ApgdOptions {
  ApgdTargetedOptions() {
    loss = Loss::dlr;
    targets = 9;
  }
};

/// White-box reference: gradient ascent with momentum and a step size that adapts to the losses. A forward
/// and backward pass is one query. On the 8-bit grid, iterates and queries are those described at Pgd.
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
  /// Sets classes_ to the classes that score best on the original, other than its label.
  Script<> rank_classes();
  /// Returns the goal that is pursued from the current start.
  Goal goal() const;

  ApgdOptions options_;
  BallSteps moves_;
  int starts_ = 0;            // starts that have ended
  std::vector<int> classes_;  // classes targeted in turn; empty: the goal is the problem's
};

}  // namespace bora::attacks
