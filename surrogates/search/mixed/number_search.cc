#include "surrogates/search/mixed/number_search.h"

#include <algorithm>

#include "surrogates/search/propose/local_and_global_proposer.h"

namespace bora::surrogates {

Eigen::VectorXd search_numbers(const MixedSpace& space, const PointAcquisition& score,
                               const Eigen::VectorXd& point, const std::vector<Eigen::VectorXd>& good,
                               Rng& rng) {
  constexpr double kStep = 0.05, kChanged = 10;
  const int d_h = space.categories(), d_x = space.numbers();
  const auto with_categories = [&](Eigen::VectorXd unit) {
    unit.head(d_h) = point.head(d_h);
    return unit;
  };
  bool anywhere = false;
  const auto near_good = [&](Rng& of) {
    Eigen::VectorXd unit = good[static_cast<std::size_t>(of.index(static_cast<int>(good.size())))];
    if (space.sparse()) return random_steps_inside(space, unit, of);
    const double share = std::min(1.0, kChanged / d_x);
    for (int j = d_h; j < d_h + d_x; ++j)
      if (of.uniform() < share) unit[j] = std::clamp(unit[j] + kStep * of.normal(), 0.0, 1.0);
    return unit;
  };
  SearchRegion region;
  region.numbers = {Eigen::VectorXd::Zero(d_x), Eigen::VectorXd::Ones(d_x)};
  region.draw = [&](Rng& of) {
    anywhere = !anywhere || good.empty();
    if (!anywhere) return with_categories(near_good(of));
    if (space.sparse()) return with_categories(space.to_unit(space.sample(of)));
    Eigen::VectorXd unit = point;
    for (int j = d_h; j < d_h + d_x; ++j) unit[j] = space.draw_unit(j - d_h, of);
    return unit;
  };
  region.holds = [&](const Eigen::VectorXd& unit) {
    return space.settled_unit(unit).head(d_h) == space.settled_unit(with_categories(unit)).head(d_h);
  };
  for (const Eigen::VectorXd& unit : good) region.known.push_back(with_categories(unit));
  return interleaved_search(space, score, region, rng, InterleavedOptions::thorough());
}

}  // namespace bora::surrogates
