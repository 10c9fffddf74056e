#include "surrogates/search/propose/local_and_global_proposer.h"

#include <algorithm>

#include "surrogates/search/ranking.h"

namespace bora::surrogates {

Eigen::VectorXd random_steps_inside(const MixedSpace& space, const Eigen::VectorXd& unit, Rng& rng) {
  constexpr int kSteps = 3;
  Eigen::VectorXd moved = space.from_unit(unit);
  for (int step = 0; step < kSteps; ++step)
    for (Eigen::VectorXd& near : space.neighbours(moved, 1, rng)) moved = std::move(near);
  return space.to_unit(moved);
}

Eigen::VectorXd LocalAndGlobalProposer::propose(const PointAcquisition& score,
                                                const History<Eigen::VectorXd>& seen, Rng& rng) const {
  constexpr int kCentres = 5;
  constexpr double kStep = 0.05, kChanged = 10;
  const int d = space_.dimension();
  const int d_h = space_.categories();
  const auto best = largest(seen.values, kCentres);

  SearchRegion region;
  region.numbers = {Eigen::VectorXd::Zero(space_.numbers()), Eigen::VectorXd::Ones(space_.numbers())};
  // Otherwise ascents hardly ever end at a known point.
  if (space_.finite()) region.taken = seen.taken;
  for (const Eigen::Index centre : best)
    region.known.push_back(seen.points[static_cast<std::size_t>(centre)]);
  bool anywhere = false;
  region.draw = [&](Rng& of) {
    anywhere = !anywhere;
    if (space_.sparse()) {
      if (anywhere) return space_.to_unit(space_.sample(of));
      const Eigen::Index centre = best[static_cast<std::size_t>(of.index(static_cast<int>(best.size())))];
      return random_steps_inside(space_, seen.points[static_cast<std::size_t>(centre)], of);
    }
    Eigen::VectorXd point(d);
    for (int i = 0; i < d_h; ++i) point[i] = of.index(space_.levels()[static_cast<std::size_t>(i)]);
    for (int j = d_h; j < d; ++j) point[j] = space_.draw_unit(j - d_h, of);
    if (anywhere) return point;
    const Eigen::Index centre = best[static_cast<std::size_t>(of.index(static_cast<int>(best.size())))];
    Eigen::VectorXd moved = seen.points[static_cast<std::size_t>(centre)];
    const double share = std::min(1.0, kChanged / d);
    for (int i = 0; i < d; ++i) {
      if (of.uniform() >= share) continue;
      moved[i] = i < d_h ? point[i] : std::clamp(moved[i] + kStep * of.normal(), 0.0, 1.0);
    }
    return moved;
  };
  return interleaved_search(space_, score, region, rng, InterleavedOptions::thorough());
}

}  // namespace bora::surrogates
