#include "attacks/image/methods/gradients/ball_steps.h"

namespace bora::attacks {

BallSteps::BallSteps(const AttackProblem& problem)
    : problem_(problem), ball_(problem.ball.epsilon(), /*continuous=*/true) {}

Eigen::RowVectorXf BallSteps::random_point(Rng& rng) const {
  Eigen::RowVectorXf image = problem_.original;
  const double epsilon = ball_.epsilon();
  for (float& value : image) value += static_cast<float>(rng.uniform(-epsilon, epsilon));
  project(image);
  return image;
}

Eigen::RowVectorXf BallSteps::random_border_point(Rng& rng) const {
  Eigen::RowVectorXf change(problem_.original.size());
  for (float& value : change) value = static_cast<float>(rng.uniform(-1, 1));
  change *= static_cast<float>(ball_.epsilon()) / change.cwiseAbs().maxCoeff();
  Eigen::RowVectorXf image = problem_.original + change;
  project(image);
  return image;
}

Eigen::RowVectorXf BallSteps::step(const Eigen::RowVectorXf& image, const Eigen::RowVectorXf& gradient,
                                   double length) const {
  Eigen::RowVectorXf moved =
      image + static_cast<float>(ball_.epsilon() * length) * gradient.array().sign().matrix();
  project(moved);
  return moved;
}

void BallSteps::project(Eigen::RowVectorXf& image) const {
  ball_.project(problem_.original.data(), image.data(), static_cast<int>(image.size()));
}

}  // namespace bora::attacks
