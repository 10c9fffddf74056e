#include "attacks/image/rays.h"

#include <algorithm>
#include <cmath>

namespace bora {

namespace {

constexpr double kFarthest = 1;  // no value of an image can go farther

}  // namespace

RaysAttack::RaysAttack(AttackProblem problem, RaysOptions /*options*/)
    : DecisionAttack(std::move(problem)), best_(first_direction()), radius_(kFarthest) {}

RaysAttack::Direction RaysAttack::first_direction() const {
  const int d = problem().shape.size();
  if (problem().example.size() == 0) return {Eigen::RowVectorXf::Ones(d), Eigen::RowVectorXf::Ones(d)};
  const Eigen::RowVectorXf difference = problem().example - problem().original;
  return {(difference.array() < 0).select(Eigen::RowVectorXf::Constant(d, -1), Eigen::RowVectorXf::Ones(d)),
          difference.cwiseAbs()};
}

Eigen::RowVectorXf RaysAttack::image_at(const Direction& direction, double radius) const {
  return problem().original +
         direction.signs.cwiseProduct(direction.farthest.cwiseMin(static_cast<float>(radius)));
}

Script<double> RaysAttack::find_radius(Direction direction, double radius) {
  constexpr double kEuclideanTolerance = 1e-3;
  const double tolerance =
      std::max(kEuclideanTolerance / std::sqrt(problem().shape.size()), dither_.resolution());
  const ImagePath ray = [this, direction](double r) { return image_at(direction, r); };
  const double found = co_await bisect(0, radius, tolerance, ray);
  co_return found;
}

Script<> RaysAttack::script() {
  const int d = problem().shape.size();
  if (problem().example.size() > 0) radius_ = co_await find_radius(best_, distance(problem().example));

  for (double parts = 1;; parts *= 2) {
    const int length = std::max(1, static_cast<int>(std::ceil(d / parts)));
    for (int begin = 0; begin < d; begin += length) {
      Direction trial = best_;
      trial.signs.segment(begin, std::min(length, d - begin)) *= -1;
      trial.farthest.segment(begin, std::min(length, d - begin)).setConstant(kFarthest);
      const Eigen::RowVectorXf image = image_at(trial, radius_);
      const bool adversarial = co_await is_adversarial(image);
      if (!adversarial) continue;
      const double radius = co_await find_radius(trial, radius_);
      if (radius >= radius_) continue;
      radius_ = radius;
      best_ = trial;
      image_ = image_at(trial, radius);
    }
  }
}

}  // namespace bora
