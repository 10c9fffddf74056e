#include "surrogates/search/propose/annealed_search.h"

#include <cmath>
#include <limits>
#include <utility>

namespace bora::surrogates {

Eigen::VectorXd annealed_search(const MixedSpace& space,
                                const std::function<double(const Eigen::VectorXd& point)>& score,
                                const AnnealingOptions& options, Rng& rng) {
  Eigen::VectorXd best;
  double highest = -std::numeric_limits<double>::infinity();
  const auto remember = [&](const Eigen::VectorXd& point, double value) {
    if (best.size() > 0 && !(value > highest)) return;
    highest = value;
    best = point;
  };
  for (int start = 0; start < options.starts; ++start) {
    Eigen::VectorXd point = space.sample(rng);
    double value = score(point);
    remember(point, value);
    double temperature = options.temperature;
    for (int step = 0; step < options.steps; ++step) {
      temperature *= options.cooling;
      const int changed = rng.index(space.categories());
      const int levels = space.levels()[static_cast<std::size_t>(changed)];
      Eigen::VectorXd next = point;
      next[changed] = (static_cast<int>(point[changed]) + 1 + rng.index(levels - 1)) % levels;
      next = space.settled(std::move(next));
      if (!space.allows(next)) continue;
      const double reached = score(next);
      if (!(reached >= value) && !(rng.uniform() < std::exp((reached - value) / temperature))) continue;
      point = std::move(next);
      value = reached;
      remember(point, value);
    }
  }
  return best;
}

}  // namespace bora::surrogates
