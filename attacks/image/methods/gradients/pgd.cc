#include "attacks/image/methods/gradients/pgd.h"

#include "attacks/settings/loss_setting.h"

namespace bora::attacks {

void PgdOptions::read(AttackSettings& settings, const ImageShape& /*shape*/) {
  settings.read("steps", steps, 1, 100000, "steps from one random start");
  settings.read("step", step, 0, 2, "length of a step as a share of eps; 0: 2.5 / steps");
  read_loss(settings, loss);
}

Pgd::Pgd(AttackProblem problem, PgdOptions options)
    : ScriptedAttack(std::move(problem)), options_(options), rng_(this->problem().seed) {}

Script<> Pgd::script() {
  const Eigen::RowVectorXf& original = problem().original;
  const int d = static_cast<int>(original.size());
  const double epsilon = problem().ball.epsilon();
  const LinfBall between_grid_points(epsilon, true);
  const auto step = static_cast<float>(epsilon * (options_.step > 0 ? options_.step : 2.5 / options_.steps));

  Eigen::RowVectorXf image = original;
  for (float& value : image) value += static_cast<float>(rng_.uniform(-epsilon, epsilon));
  between_grid_points.project(original.data(), image.data(), d);
  for (int i = 0; i < options_.steps; ++i) {
    const Reply reply = co_await query(image);
    image += step * reply.seen.gradient.array().sign().matrix();
    between_grid_points.project(original.data(), image.data(), d);
  }
  co_await query(image);  // where the last step led
}

}  // namespace bora::attacks
