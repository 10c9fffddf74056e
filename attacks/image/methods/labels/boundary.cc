#include "attacks/image/methods/labels/boundary.h"

#include <algorithm>
#include <cmath>

namespace bora::attacks {
namespace {

// Adds a value to the latest `limit` values.
void remember(std::deque<bool>& latest, bool value, int limit) {
  latest.push_back(value);
  if (static_cast<int>(latest.size()) > limit) latest.pop_front();
}

// Returns the share of true values.
double share(const std::deque<bool>& latest) {
  return static_cast<double>(std::count(latest.begin(), latest.end(), true)) /
         static_cast<double>(latest.size());
}

}  // namespace

void BoundaryOptions::read(AttackSettings& settings) {
  if (settings.read_as_paper("check-every=10:checks=100:trials=30")) {
    check_every = 10;
    checks = 100;
    trials = 30;
  }
  start.read(settings);
  settings.read("orthogonal-step", orthogonal_step, 1e-6, 10,
                "first step on the sphere, relative to the distance");
  settings.read("source-step", source_step, 1e-6, 1,
                "first step towards the original, relative to the distance");
  settings.read("adaptation", adaptation, 1, 10, "factor by which steps are adapted");
  settings.read("check-every", check_every, 1, 1000, "every N-th step also queries the image on the sphere");
  settings.read("checks", checks, 1, 10000,
                "number of images on the sphere that decide a change of the steps");
  settings.read("trials", trials, 1, 10000, "number of later steps that decide a change of the source step");
}

BoundaryAttack::BoundaryAttack(AttackProblem problem, BoundaryOptions options)
    : DecisionAttack(std::move(problem), options.start),
      options_(options),
      orthogonal_step_(options.orthogonal_step),
      source_step_(options.source_step) {}

Eigen::RowVectorXf BoundaryAttack::on_sphere(const Eigen::RowVectorXf& image) {
  const Eigen::RowVectorXf difference = image - problem().original;
  const float radius = difference.norm();
  Eigen::RowVectorXf step(image.size());
  for (float& value : step) value = static_cast<float>(rng_.normal());
  step -= step.dot(difference) / (radius * radius) * difference;
  step *= static_cast<float>(orthogonal_step_) * radius / step.norm();
  // Moves along the tangent, then projects back to the sphere.
  const auto shrink = static_cast<float>(1 / std::sqrt(1 + orthogonal_step_ * orthogonal_step_));
  return (problem().original + shrink * (difference + step)).cwiseMax(0.0F).cwiseMin(1.0F);
}

Eigen::RowVectorXf BoundaryAttack::towards_original(const Eigen::RowVectorXf& on_sphere,
                                                    const Eigen::RowVectorXf& image) const {
  const Eigen::RowVectorXf back = problem().original - on_sphere;
  const double radius = (image - problem().original).norm();
  const double now = back.norm();  // not exactly `radius`, because of clipping to [0, 1]
  const double length = std::max(0.0, source_step_ * radius + now - radius);
  return on_sphere + static_cast<float>(length / now) * back;
}

void BoundaryAttack::adapt_steps() {
  // If half of the images on the sphere are adversarial, the boundary is nearly flat at this step length.
  constexpr double kMany = 0.5, kFew = 0.2;
  if (static_cast<int>(sphere_adversarial_.size()) == options_.checks) {
    const double adversarial = share(sphere_adversarial_);
    if (adversarial > kMany || adversarial < kFew) {
      const double factor = adversarial > kMany ? options_.adaptation : 1 / options_.adaptation;
      orthogonal_step_ *= factor;
      source_step_ *= factor;
      sphere_adversarial_.clear();
    }
  }
  if (static_cast<int>(step_adversarial_.size()) == options_.trials) {
    const double adversarial = share(step_adversarial_);
    if (adversarial > kMany || adversarial < kFew) {
      source_step_ *= adversarial > kMany ? options_.adaptation : 1 / options_.adaptation;
      step_adversarial_.clear();
    }
  }
}

Script<> BoundaryAttack::script() {
  image_ = co_await find_start();
  for (int step = 1;; ++step) {
    const Eigen::RowVectorXf aside = on_sphere(image_);
    const Eigen::RowVectorXf nearer = towards_original(aside, image_);
    const bool check = step % options_.check_every == 0;
    if (check) {
      const bool flat = co_await is_adversarial(aside);
      remember(sphere_adversarial_, flat, options_.checks);
      if (!flat) {
        adapt_steps();
        continue;
      }
    }
    const bool adversarial = co_await is_adversarial(nearer);
    if (adversarial) image_ = nearer;
    if (check) {
      remember(step_adversarial_, adversarial, options_.trials);
      adapt_steps();
    }
  }
}

}  // namespace bora::attacks
