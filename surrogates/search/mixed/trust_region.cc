#include "surrogates/search/mixed/trust_region.h"

#include <algorithm>
#include <cmath>

#include "common/error.h"

namespace bora::surrogates {

void TrustRegionOptions::check() const {
  if (!(smallest_side > 0 && smallest_side <= side && side <= largest_side && std::isfinite(largest_side)))
    throw InputError("region.side: {} with a smallest of {} and a largest of {}, expected them in order",
                     side, smallest_side, largest_side);
  if (successes < 1) throw InputError("region.successes: {} is below 1", successes);
  if (failures < 1) throw InputError("region.failures: {} is below 1", failures);
  if (!(factor > 1 && std::isfinite(factor)))
    throw InputError("region.factor: {} is not a number above 1", factor);
}

TrustRegion::TrustRegion(const TrustRegionOptions& options, int categories)
    : options_(options),
      categories_(categories),
      side_(options.side),
      radius_(categories),
      largest_radius_(categories) {
  if (!options.published_radius) return;
  constexpr int kFirst = 20, kLargestOfFew = 30;
  radius_ = kFirst;
  if (categories < kFirst) largest_radius_ = kLargestOfFew;
}

void TrustRegion::tell(bool success) {
  successes_ = success ? successes_ + 1 : 0;
  failures_ = success ? 0 : failures_ + 1;
  if (successes_ == options_.successes) {
    side_ = std::min(options_.factor * side_, options_.largest_side);
    radius_ = std::min(options_.factor * radius_, largest_radius_);
    successes_ = 0;
  } else if (failures_ == options_.failures) {
    side_ /= options_.factor;
    radius_ /= options_.factor;
    failures_ = 0;
  }
  if (options_.published_radius) radius_ = std::floor(radius_);
}

bool TrustRegion::exhausted() const {
  const bool moves = options_.published_radius ? radius_ > 1 : radius() >= 1;
  return side_ < options_.smallest_side || (categories_ > 0 && !moves);
}

Bounds TrustRegion::box(const Eigen::VectorXd& centre, const Eigen::VectorXd& lengthscales) const {
  const Eigen::ArrayXd relative = lengthscales.array() / std::exp(lengthscales.array().log().mean());
  const Eigen::VectorXd half = (0.5 * side_ * relative).matrix();
  return {(centre - half).cwiseMax(0.0), (centre + half).cwiseMin(1.0)};
}

}  // namespace bora::surrogates
