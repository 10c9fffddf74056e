#include "attacks/image/methods/labels/rays.h"

#include <algorithm>
#include <cmath>

namespace bora::attacks {

RaysAttack::RaysAttack(AttackProblem problem, RaysOptions options)
    : DecisionAttack(std::move(problem), options.start),
      best_(SignDirection::up(this->problem().shape.size())),
      radius_(SignDirection::kFarthest) {}

Script<double> RaysAttack::find_radius(SignDirection direction, double radius) {
  constexpr double kEuclideanTolerance = 1e-3;
  const double tolerance =
      std::max(kEuclideanTolerance / std::sqrt(problem().shape.size()), dither_.resolution());
  const ImagePath ray = [this, direction](double r) { return direction.image_at(problem().original, r); };
  const double found = co_await bisect(0, radius, tolerance, ray);
  co_return found;
}

Script<> RaysAttack::script() {
  const int d = problem().shape.size();
  const std::optional<Ray> ray = co_await start_ray();
  if (ray) {
    best_ = ray->direction;
    radius_ = ray->radius;
    if (!ray->at_boundary) radius_ = co_await find_radius(best_, radius_);
  }

  for (double parts = 1;; parts *= 2) {
    const int length = std::max(1, static_cast<int>(std::ceil(d / parts)));
    for (int begin = 0; begin < d; begin += length) {
      SignDirection trial = best_;
      trial.flip(begin, std::min(length, d - begin));
      const Eigen::RowVectorXf image = trial.image_at(problem().original, radius_);
      const bool adversarial = co_await is_adversarial(image);
      if (!adversarial) continue;
      const double radius = co_await find_radius(trial, radius_);
      if (radius >= radius_) continue;
      radius_ = radius;
      best_ = trial;
      image_ = trial.image_at(problem().original, radius);
    }
  }
}

}  // namespace bora::attacks
