#include "attacks/image/methods/gradients/ball_steps.h"

#include <cmath>

namespace bora::attacks {
namespace {

// Returns a uniformly random direction of length 1.
Eigen::RowVectorXf random_direction(Eigen::Index size, Rng& rng) {
  Eigen::RowVectorXf direction(size);
  for (float& value : direction) value = static_cast<float>(rng.normal());
  return direction / direction.norm();
}

}  // namespace

BallSteps::BallSteps(const AttackProblem& problem)
    : problem_(problem), ball_(problem.ball.norm(), problem.ball.epsilon(), /*continuous=*/true) {}

Eigen::RowVectorXf BallSteps::random_point(Rng& rng) const {
  Eigen::RowVectorXf image = problem_.original;
  const double epsilon = ball_.epsilon();
  if (ball_.norm() == Norm::l2) {
    const Eigen::RowVectorXf border = random_direction(image.size(), rng);
    const double radius = std::pow(rng.uniform(), 1.0 / static_cast<double>(image.size()));
    image += static_cast<float>(epsilon * radius) * border;
    project(image);
    return image;
  }
  for (float& value : image) value += static_cast<float>(rng.uniform(-epsilon, epsilon));
  project(image);
  return image;
}

Eigen::RowVectorXf BallSteps::random_border_point(Rng& rng) const {
  Eigen::RowVectorXf change(problem_.original.size());
  if (ball_.norm() == Norm::l2) {
    change = static_cast<float>(ball_.epsilon()) * random_direction(change.size(), rng);
  } else {
    for (float& value : change) value = static_cast<float>(rng.uniform(-1, 1));
    change *= static_cast<float>(ball_.epsilon()) / change.cwiseAbs().maxCoeff();
  }
  Eigen::RowVectorXf image = problem_.original + change;
  project(image);
  return image;
}

Eigen::RowVectorXf BallSteps::step(const Eigen::RowVectorXf& image, const Eigen::RowVectorXf& gradient,
                                   double length) const {
  const auto by = static_cast<float>(ball_.epsilon() * length);
  Eigen::RowVectorXf moved = image;
  if (ball_.norm() == Norm::linf) {
    moved = image + by * gradient.array().sign().matrix();
  } else if (const float norm = gradient.norm(); norm > 0) {
    moved += by / norm * gradient;
  }
  project(moved);
  return moved;
}

void BallSteps::project(Eigen::RowVectorXf& image) const {
  ball_.project(problem_.original.data(), image.data(), static_cast<int>(image.size()));
}

}  // namespace bora::attacks
