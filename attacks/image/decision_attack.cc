#include "attacks/image/decision_attack.h"

#include <algorithm>

namespace bora::attacks {

Dither::Dither(int d, bool continuous, Rng& rng) {
  constexpr double kContinuousResolution = 1e-6;
  resolution_ = continuous ? kContinuousResolution : 1 / (255 * std::sqrt(d));
  if (continuous) return;
  // Thresholds keep a margin from 0 and 1, so that floating-point error never moves a value that is on the
  // grid.
  constexpr double kMargin = 0.01;
  thresholds_.resize(d);
  for (float& threshold : thresholds_) threshold = static_cast<float>(rng.uniform(kMargin, 1 - kMargin));
}

Eigen::RowVectorXf Dither::shown(const Eigen::RowVectorXf& image) const {
  Eigen::RowVectorXf shown = image.cwiseMax(0.0F).cwiseMin(1.0F);
  for (Eigen::Index i = 0; i < thresholds_.size(); ++i)
    shown[i] = from_level(std::min(255, static_cast<int>(std::floor(255 * shown[i] + thresholds_[i]))));
  return shown;
}

Eigen::RowVectorXf clipped_to_ball(const Eigen::RowVectorXf& original, const Eigen::RowVectorXf& image,
                                   double radius) {
  const auto r = static_cast<float>(radius);
  return original + (image - original).cwiseMax(-r).cwiseMin(r);
}

DecisionAttack::DecisionAttack(AttackProblem problem, StartOptions start)
    : ScriptedAttack(std::move(problem)),
      start_(start),
      dither_(this->problem().shape.size(), this->problem().ball.continuous(), rng_) {}

Eigen::RowVectorXf DecisionAttack::shown(const Eigen::RowVectorXf& image) const {
  const Eigen::RowVectorXf& original = problem().original;
  const NormBall& ball = problem().ball;
  const auto d = static_cast<int>(image.size());
  Eigen::RowVectorXf dithered = dither_.shown(image);
  if (!is_euclidean() || ball.contains(original.data(), dithered.data(), d)) return dithered;
  Eigen::RowVectorXf inside = image.cwiseMax(0.0F).cwiseMin(1.0F);
  if (distance(inside) > ball.epsilon()) return dithered;
  ball.project(original.data(), inside.data(), d);
  return inside;
}

Script<bool> DecisionAttack::is_adversarial(Eigen::RowVectorXf image) {
  const Reply reply = co_await query(shown(image));
  co_return reply.seen.adversarial;
}

Script<std::optional<DecisionAttack::Ray>> DecisionAttack::transfer_ray() {
  if (!start_.from_prior) co_return std::nullopt;
  const Eigen::RowVectorXf start = transfer_start(problem());
  co_await is_adversarial(start);  // The answer is not needed: a success ends the attack.
  const SignDirection direction{signs_of(problem(), start),
                                Eigen::RowVectorXf::Constant(start.size(), SignDirection::kFarthest)};
  const ImagePath path = [this, direction](double r) { return direction.image_at(problem().original, r); };
  const bool adversarial = co_await is_adversarial(path(SignDirection::kFarthest));
  if (!adversarial) co_return std::nullopt;
  constexpr double kTolerance = 0.001;
  // Radius at which the signs reach the border of the ball.
  const double least = problem().ball.epsilon() / (is_euclidean() ? std::sqrt(problem().shape.size()) : 1);
  const double radius = co_await bisect(least, SignDirection::kFarthest, kTolerance, path);
  co_return Ray{direction, radius};
}

Script<std::optional<DecisionAttack::Ray>> DecisionAttack::start_ray() {
  std::optional<Ray> ray = co_await transfer_ray();
  const Eigen::RowVectorXf& example = problem().example;
  if (ray || example.size() == 0) co_return ray;
  const bool adversarial = co_await is_adversarial(example);
  if (adversarial) ray = Ray{SignDirection::towards(problem().original, example), distance(example), false};
  co_return ray;
}

Script<Eigen::RowVectorXf> DecisionAttack::find_start() {
  const std::optional<Ray> ray = co_await transfer_ray();
  if (ray) co_return ray->direction.image_at(problem().original, ray->radius);
  if (problem().example.size() > 0) {
    const bool adversarial = co_await is_adversarial(problem().example);
    if (adversarial) co_return problem().example;
  }

  Eigen::RowVectorXf noise(problem().shape.size());
  for (bool found = false; !found;) {
    for (float& value : noise) value = static_cast<float>(rng_.uniform());
    found = co_await is_adversarial(noise);
  }
  const ImagePath blend = [&original = problem().original, noise](double share) -> Eigen::RowVectorXf {
    return original + static_cast<float>(share) * (noise - original);
  };
  constexpr double kTolerance = 0.001;
  const double share = co_await bisect(0, 1, kTolerance, blend);
  co_return blend(share);
}

Script<double> DecisionAttack::bisect(double low, double high, double tolerance, ImagePath image_at) {
  while (high - low > tolerance) {
    const double middle = (low + high) / 2;
    const Eigen::RowVectorXf image = image_at(middle);
    const bool adversarial = co_await is_adversarial(image);
    (adversarial ? high : low) = middle;
  }
  co_return high;
}

}  // namespace bora::attacks
