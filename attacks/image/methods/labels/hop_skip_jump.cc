#include "attacks/image/methods/labels/hop_skip_jump.h"

#include <algorithm>
#include <cmath>

namespace bora::attacks {

void HopSkipJumpOptions::read(AttackSettings& settings) {
  if (settings.read_as_paper("samples=100")) samples = 100;
  start.read(settings);
  settings.read("samples", samples, 1, 10000,
                "samples of the first gradient estimate; the t-th takes sqrt(t) times as many");
  settings.read("gamma", gamma, 1e-6, 1e6,
                "precision of the boundary search, in distance / d^2 (in L2 / d^1.5)");
}

NormalEstimate::NormalEstimate(int d)
    : sum_(Eigen::RowVectorXf::Zero(d)), signed_sum_(Eigen::RowVectorXf::Zero(d)) {}

void NormalEstimate::add(const Eigen::RowVectorXf& change, bool adversarial) {
  const float decision = adversarial ? 1 : -1;
  sum_ += change;
  signed_sum_ += decision * change;
  decisions_ += decision;
  ++samples_;
}

Eigen::RowVectorXf NormalEstimate::direction() const {
  // Subtracting the mean decision reduces the variance. If all decisions are equal, the difference would be
  // 0, so the mean is not subtracted.
  const double mean = decisions_ / samples_;
  Eigen::RowVectorXf direction = signed_sum_;
  if (std::abs(mean) < 1) direction -= static_cast<float>(mean) * sum_;
  const float length = direction.norm();
  return length > 0 ? Eigen::RowVectorXf(direction / length) : direction;
}

HopSkipJumpAttack::HopSkipJumpAttack(AttackProblem problem, HopSkipJumpOptions options)
    : DecisionAttack(std::move(problem), options.start), options_(options) {}

double HopSkipJumpAttack::boundary_width(double distance) const {
  const double theta = options_.gamma / std::pow(problem().shape.size(), is_euclidean() ? 1.5 : 2);
  return std::max(theta * distance, resolution());
}

double HopSkipJumpAttack::perturbation_length(double width) const {
  const double d = problem().shape.size();
  return width * (is_euclidean() ? std::sqrt(d) : d);
}

Script<Eigen::RowVectorXf> HopSkipJumpAttack::to_boundary(Eigen::RowVectorXf image) {
  const double far = distance(image);
  const ImagePath nearer = [&original = problem().original, image, far,
                            euclidean = is_euclidean()](double radius) -> Eigen::RowVectorXf {
    if (!euclidean) return clipped_to_ball(original, image, radius);
    return original + static_cast<float>(radius / far) * (image - original);
  };
  const double near = co_await bisect(0, far, boundary_width(far), nearer);
  co_return nearer(near);
}

Script<Eigen::RowVectorXf> HopSkipJumpAttack::estimate_normal(double size, int samples) {
  const Eigen::RowVectorXf centre = dither_.shown(image_);
  NormalEstimate estimate(static_cast<int>(image_.size()));
  for (int i = 0; i < samples; ++i) {
    Eigen::RowVectorXf perturbation(image_.size());
    for (float& value : perturbation)
      value = static_cast<float>(is_euclidean() ? rng_.normal() : rng_.uniform(-1, 1));
    perturbation *= static_cast<float>(size) / perturbation.norm();
    const Reply reply = co_await query(dither_.shown(image_ + perturbation));
    // Change that remains after clipping and rounding.
    estimate.add(reply.image - centre, reply.seen.adversarial);
  }
  co_return estimate.direction();
}

Script<> HopSkipJumpAttack::script() {
  constexpr int kMostSamples = 10000;
  constexpr double kFirstSize = 0.1;

  const Eigen::RowVectorXf start = co_await find_start();
  double far = distance(start);  // distance before the return to the boundary, which scales the perturbations
  image_ = co_await to_boundary(start);
  for (int t = 1;; ++t) {
    const double size = t == 1 ? std::max(kFirstSize, perturbation_length(resolution()))
                               : perturbation_length(boundary_width(far));
    const int samples = std::min(kMostSamples, static_cast<int>(options_.samples * std::sqrt(t)));
    const Eigen::RowVectorXf normal = co_await estimate_normal(size, samples);
    const Eigen::RowVectorXf direction = is_euclidean() ? normal : Eigen::RowVectorXf(normal.cwiseSign());

    const double nearest = distance(image_);
    Eigen::RowVectorXf stepped = image_;
    for (double step = nearest / std::sqrt(t); step > resolution(); step /= 2) {
      const Eigen::RowVectorXf trial =
          (image_ + static_cast<float>(step) * direction).cwiseMax(0.0F).cwiseMin(1.0F);
      const bool adversarial = co_await is_adversarial(trial);
      if (!adversarial) continue;
      stepped = trial;
      break;
    }
    far = distance(stepped);
    const Eigen::RowVectorXf returned = co_await to_boundary(stepped);
    if (distance(returned) <= nearest) image_ = returned;
  }
}

}  // namespace bora::attacks
