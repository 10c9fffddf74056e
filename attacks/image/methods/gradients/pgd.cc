#include "attacks/image/methods/gradients/pgd.h"

#include <algorithm>

#include "attacks/image/methods/gradients/ball_steps.h"
#include "attacks/settings/loss_setting.h"

namespace bora::attacks {

void PgdOptions::read(AttackSettings& settings) {
  settings.read("steps", steps, 1, 100000, "steps from one random start, fewer if the budget holds fewer");
  settings.read("step", step, 0, 2, "length of a step as a share of eps; 0: 2.5 / steps");
  read_loss(settings, loss);
}

Pgd::Pgd(AttackProblem problem, PgdOptions options) : ScriptedAttack(std::move(problem)), options_(options) {}

Script<> Pgd::script() {
  const BallSteps moves(problem());
  const int steps = std::clamp(problem().budget - 1, 1, options_.steps);
  const double length = options_.step > 0 ? options_.step : 2.5 / steps;
  Eigen::RowVectorXf image = moves.random_point(rng_);
  for (int i = 0; i < steps; ++i) {
    const Reply reply = co_await query(image);
    image = moves.step(image, reply.seen.gradient, length);
  }
  co_await query(image);  // image after the last step
}

}  // namespace bora::attacks
