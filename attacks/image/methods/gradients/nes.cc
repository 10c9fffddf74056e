#include "attacks/image/methods/gradients/nes.h"

#include <algorithm>
#include <vector>

#include "attacks/settings/loss_setting.h"

namespace bora::attacks {

void NesOptions::read(AttackSettings& settings) {
  if (settings.read_as_paper("samples=50:step=0.2:loss=cross-entropy")) {
    samples = 50;
    step = 0.2;
    loss = Loss::cross_entropy;
  }
  settings.read("samples", samples, 2, 100000, "queries of a gradient estimate, in pairs");
  settings.read("sigma", sigma, 0, 1, "standard deviation of the noise; 0: 0.001, on the 8-bit grid 2/255");
  settings.read("step", step, 1e-4, 2, "step along the gradient's sign, as a share of epsilon");
  settings.read("momentum", momentum, 0, 0.999, "share of the former gradient in the next");
  start.read(settings);
  settings.read("plateau", plateau, 0, 100000,
                "steps without improvement after which the step is halved; 0: never");
  read_loss(settings, loss);
}

NesAttack::NesAttack(AttackProblem problem, NesOptions options)
    : ScriptedAttack(std::move(problem)),
      options_(options),
      loss_(loss_or_default(options.loss, this->problem().goal)),
      sigma_(options.sigma > 0                   ? options.sigma
             : this->problem().ball.continuous() ? 0.001
                                                 : NesOptions::kGridSigma) {}

double NesAttack::loss(const Reply& reply) const {
  return loss_value(loss_, problem().goal, reply.seen.log_p);
}

Script<NesAttack::Estimate> NesAttack::estimate(Eigen::RowVectorXf image) {
  const int pairs = (options_.samples + 1) / 2;
  const auto sigma = static_cast<float>(sigma_);
  Estimate result{Eigen::RowVectorXf::Zero(image.size()), 0};
  Eigen::RowVectorXf noise(image.size());
  for (int pair = 0; pair < pairs; ++pair) {
    for (float& value : noise) value = static_cast<float>(rng_.normal());
    const Reply above = co_await query(image + sigma * noise);
    const Reply below = co_await query(image - sigma * noise);
    const double rise = loss(above) - loss(below);
    result.gradient += static_cast<float>(rise) * (above.image - below.image);
    result.mean_loss += (loss(above) + loss(below)) / (2 * pairs);
  }
  // Scales the sum to the antithetic estimate 1/(2 pairs sigma) sum (L+ - L-) noise, with the noise as seen.
  result.gradient /= 4 * static_cast<float>(pairs) * sigma * sigma;
  co_return result;
}

Script<> NesAttack::script() {
  const auto epsilon = static_cast<float>(problem().ball.epsilon());
  const Eigen::RowVectorXf lowest = (problem().original.array() - epsilon).max(0.0F);
  const Eigen::RowVectorXf highest = (problem().original.array() + epsilon).min(1.0F);
  auto step = static_cast<float>(options_.step) * epsilon;
  // The authors' code halves the step down to 1/200 of the first one.
  const float smallest_step = problem().ball.continuous() ? step / 200 : std::min(step, 1.0F / 255);

  Eigen::RowVectorXf image = options_.start.image(problem());
  if (options_.start.from_prior) co_await query(image);
  Eigen::RowVectorXf gradient = Eigen::RowVectorXf::Zero(image.size());
  std::vector<double> losses;  // since the step was last halved
  for (;;) {
    const Estimate found = co_await estimate(image);
    const auto momentum = static_cast<float>(options_.momentum);
    gradient = momentum * gradient + (1 - momentum) * found.gradient;

    losses.push_back(found.mean_loss);
    const int count = static_cast<int>(losses.size());
    if (options_.plateau > 0 && count >= options_.plateau &&
        losses.back() < losses[count - options_.plateau]) {
      step = std::max(step / 2, smallest_step);
      losses.clear();
    }

    image += step * gradient.cwiseSign();
    image = image.cwiseMax(lowest).cwiseMin(highest).eval();
    co_await query(image);
  }
}

}  // namespace bora::attacks
