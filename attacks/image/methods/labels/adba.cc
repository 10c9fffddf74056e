#include "attacks/image/methods/labels/adba.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace bora::attacks {

double adba_median(double low, double high, double reach) {
  // Parameters of the density that the authors fitted.
  constexpr double a = 0.0313, b = 3.066, c = 0.168, d = 0.134;
  const auto integral = [](double k) { return a / (1 - b) * std::pow(k + d, 1 - b) + c * k; };
  double near = 1 - high / reach, far = 1 - low / reach;
  const double half = (integral(near) + integral(far)) / 2;
  constexpr int kHalvings = 30;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (near + far) / 2;
    (integral(middle) < half ? near : far) = middle;
  }
  return (1 - (near + far) / 2) * reach;
}

BlockDescent::BlockDescent(AttackProblem problem, StartOptions start, DescentRadii radii)
    : DecisionAttack(std::move(problem), start),
      best_(SignDirection::up(this->problem().shape.size())),
      radii_(radii) {}

Script<bool> BlockDescent::adversarial_at(const SignDirection& direction, double radius) {
  Eigen::RowVectorXf image = direction.image_at(problem().original, radius);
  const bool adversarial = co_await is_adversarial(image);
  if (adversarial) image_ = std::move(image);
  co_return adversarial;
}

Script<> BlockDescent::compare(SignDirection first, SignDirection second) {
  constexpr int kMostRadii = 8;
  constexpr double kClose = 2e-4;
  // Once the radius is at most epsilon the attack has succeeded, and further queries seek smaller
  // perturbations.
  const double epsilon = problem().ball.epsilon();
  const double floor = radii_.below || radius_ <= epsilon ? 0 : epsilon;
  const double close = std::max(kClose, dither_.resolution());
  const double reach = radius_;
  double low = 0, high = reach;
  for (int i = 0; i < kMostRadii && high - low > close; ++i) {
    const double between = std::max(floor, radii_.median ? adba_median(low, high, reach) : (low + high) / 2);
    const bool of_first = co_await adversarial_at(first, between);
    const bool of_second = co_await adversarial_at(second, between);
    (of_first || of_second ? high : low) = between;
    radius_ = high;
    if (of_first == of_second) continue;
    best_ = of_first ? std::move(first) : std::move(second);
    co_return;
  }
  best_ = std::move(first);
}

Script<> BlockDescent::descend() {
  const int d = problem().shape.size();
  using Block = std::pair<int, int>;  // begin, length
  std::vector<Block> blocks = {{0, d}};
  for (;;) {
    std::vector<Block> halves;
    for (const auto& [begin, length] : blocks) {
      const int left = (length + 1) / 2;
      const Block parts[] = {{begin, left}, {begin + left, length - left}};
      for (const Block& part : parts)
        if (part.second > 0) halves.push_back(part);
      if (length < 2 && d > 1) continue;  // one value, which was flipped as half of a block of two
      // If the direction is 0 on the whole block, both variants equal the best direction.
      if (length < d && best_.signs.segment(begin, length).isZero(0)) continue;
      SignDirection first = best_, second = best_;
      first.flip(parts[0].first, parts[0].second);
      if (parts[1].second > 0) second.flip(parts[1].first, parts[1].second);
      const bool of_first = co_await adversarial_at(first, radius_);
      const bool of_second = co_await adversarial_at(second, radius_);
      if (of_first && of_second)
        co_await compare(std::move(first), std::move(second));
      else if (of_first)
        best_ = std::move(first);
      else if (of_second)
        best_ = std::move(second);
    }
    blocks = static_cast<int>(halves.size()) < d ? std::move(halves) : std::vector<Block>{{0, d}};
  }
}

void AdbaOptions::read(AttackSettings& settings) {
  if (settings.read_as_paper("between=median:below=yes")) radii = {true, true};
  settings.read_word("between", radii.median, {{"median", true}, {"middle", false}},
                     "radius at which two directions are compared: that of ADBA-md or of ADBA");
  settings.read_word("signs", signs, {{"up", Start::up}, {"down", Start::down}, {"random", Start::random}},
                     "signs of the first direction; no effect in targeted attacks");
  settings.read("below", radii.below, "compare directions at radii below epsilon too");
  from.read(settings);
}

AdbaAttack::AdbaAttack(AttackProblem problem, AdbaOptions options)
    : BlockDescent(std::move(problem), options.from, options.radii), options_(options) {
  if (options_.signs == AdbaOptions::Start::down) best_.signs *= -1;
  if (options_.signs == AdbaOptions::Start::random)
    for (float& sign : best_.signs) sign = static_cast<float>(rng_.sign());
}

Script<> AdbaAttack::script() {
  const std::optional<Ray> ray = co_await start_ray();
  if (ray) {
    best_ = ray->direction;
    radius_ = ray->radius;
  }
  co_await descend();
}

}  // namespace bora::attacks
