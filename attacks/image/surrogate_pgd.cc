#include "attacks/image/surrogate_pgd.h"

#include "common/error.h"

namespace bora {

Eigen::RowVectorXf surrogate_pgd(const AttackProblem& problem, Loss loss, const SurrogatePgdOptions& options,
                                 Rng& rng) {
  if (!problem.surrogates) throw InputError("--prior: none, but a start from surrogates needs one");
  const auto epsilon = static_cast<float>(problem.ball.epsilon());
  const float step = epsilon * static_cast<float>(options.step);

  // The perturbation may leave [0, 1], where only the image shown is clipped: of a black pixel it is then
  // still known whether the surrogates want it brighter.
  Eigen::RowVectorXf perturbation(problem.original.size());
  for (float& value : perturbation) value = static_cast<float>(rng.uniform(-epsilon, epsilon));
  for (int i = 0; i < options.steps; ++i) {
    const Eigen::RowVectorXf image = (problem.original + perturbation).cwiseMax(0.0F).cwiseMin(1.0F);
    const Eigen::RowVectorXf gradient =
        problem.surrogates->gradients(image, problem.goal, loss).colwise().sum();
    perturbation = (perturbation + step * gradient.cwiseSign()).cwiseMax(-epsilon).cwiseMin(epsilon).eval();
  }

  Eigen::RowVectorXf image =
      problem.original + (perturbation.array() >= 0)
                             .select(epsilon, Eigen::RowVectorXf::Constant(perturbation.size(), -epsilon));
  problem.ball.project(problem.original.data(), image.data(), static_cast<int>(image.size()));
  return image;
}

}  // namespace bora
