#include "attacks/image/surrogate_pgd.h"

#include <algorithm>
#include <cmath>

#include "common/error.h"

namespace bora {
namespace {

// Moves a CHW image down and to the right; what comes in is 0, black as in training.
Eigen::RowVectorXf shifted(const Eigen::RowVectorXf& image, const ImageShape& shape, int down, int right) {
  Eigen::RowVectorXf moved = Eigen::RowVectorXf::Zero(image.size());
  const int width = shape.width - std::abs(right);
  const int first_row = std::max(down, 0), past_row = shape.height + std::min(down, 0);
  for (int c = 0; c < shape.channels; ++c)
    for (int y = first_row; y < past_row; ++y) {
      const int to = (c * shape.height + y) * shape.width + std::max(right, 0);
      const int from = (c * shape.height + y - down) * shape.width + std::max(-right, 0);
      moved.segment(to, width) = image.segment(from, width);
    }
  return moved;
}

}  // namespace

Eigen::RowVectorXf surrogate_pgd(const AttackProblem& problem, const SurrogatePgdOptions& options, Rng& rng) {
  if (!problem.surrogates) throw InputError("--prior: none, but a start from surrogates needs one");
  const ImageShape& shape = problem.shape;
  const auto epsilon = static_cast<float>(problem.ball.epsilon());
  const float step = epsilon * static_cast<float>(options.step);
  const auto momentum = static_cast<float>(options.momentum);
  const int reach = static_cast<int>(std::lround(std::min(shape.height, shape.width) * options.shift));

  // The perturbation may leave [0, 1], where only the image shown is clipped: of a black pixel it is then
  // still known whether the surrogates want it brighter.
  Eigen::RowVectorXf perturbation(problem.original.size());
  for (float& value : perturbation) value = static_cast<float>(rng.uniform(-epsilon, epsilon));
  Eigen::RowVectorXf velocity = Eigen::RowVectorXf::Zero(perturbation.size());
  for (int i = 0; i < options.steps; ++i) {
    const Eigen::RowVectorXf image = (problem.original + perturbation).cwiseMax(0.0F).cwiseMin(1.0F);
    const int down = rng.index(2 * reach + 1) - reach;
    const int right = rng.index(2 * reach + 1) - reach;
    const Eigen::RowVectorXf gradient =
        problem.surrogates->gradients(shifted(image, shape, down, right), problem.goal, options.loss)
            .colwise()
            .sum();
    // The transpose of a shift is the shift back.
    velocity = momentum * velocity +
               shifted(gradient, shape, -down, -right) / std::max(gradient.cwiseAbs().mean(), 1e-20F);
    perturbation = (perturbation + step * velocity.cwiseSign()).cwiseMax(-epsilon).cwiseMin(epsilon).eval();
  }

  Eigen::RowVectorXf image =
      problem.original + (perturbation.array() >= 0)
                             .select(epsilon, Eigen::RowVectorXf::Constant(perturbation.size(), -epsilon));
  problem.ball.project(problem.original.data(), image.data(), static_cast<int>(image.size()));
  return image;
}

}  // namespace bora
