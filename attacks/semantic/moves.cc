#include "attacks/semantic/moves.h"

#include <algorithm>

namespace bora::attacks {

Eigen::VectorXd drawn_combination(const SemanticSpace& space, Rng& rng) {
  return space.space().sample(rng);
}

Eigen::VectorXd drawn_combination(const SemanticSpace& space, int active, Rng& rng) {
  const Eigen::VectorXd identity = space.identity();
  Eigen::VectorXd point = space.space().sample(rng);
  const std::vector<int> order = rng.permutation(space.bounds());
  for (int k = std::max(1, active); k < space.bounds(); ++k) {
    const int at = space.place(order[static_cast<std::size_t>(k)]);
    point[at] = identity[at];
  }
  return space.space().settled(std::move(point));
}

Eigen::VectorXd pushed_out(const SemanticSpace& space, const Eigen::VectorXd& point, Rng& rng) {
  constexpr double kNearest = 0.7;
  const Eigen::VectorXd identity = space.identity();
  Eigen::VectorXd severe = point;
  for (int i = 0; i < space.bounds(); ++i) {
    const ChangeBound& bound = space.rules().bounds[static_cast<std::size_t>(i)];
    const int at = space.place(i);
    if (point[at] == identity[at]) continue;
    const double end = point[at] < identity[at] ? bound.low : bound.high;
    severe[at] = identity[at] + rng.uniform(kNearest, 1) * (end - identity[at]);
  }
  return space.space().settled(std::move(severe));
}

Eigen::VectorXd taken_back(const SemanticSpace& space, const Eigen::VectorXd& point, double share) {
  const Eigen::VectorXd identity = space.identity();
  Eigen::VectorXd milder = point;
  for (int i = 0; i < space.bounds(); ++i) {
    const int at = space.place(i);
    milder[at] = identity[at] + share * (point[at] - identity[at]);
  }
  return space.space().settled(std::move(milder));
}

Eigen::VectorXd taken_back(const SemanticSpace& space, const Eigen::VectorXd& point, int i, double share) {
  const Eigen::VectorXd identity = space.identity();
  const int at = space.place(i);
  Eigen::VectorXd milder = point;
  milder[at] = identity[at] + share * (point[at] - identity[at]);
  return space.space().settled(std::move(milder));
}

Eigen::VectorXd stepped(const SemanticSpace& space, const Eigen::VectorXd& point, Rng& rng) {
  auto near = space.space().neighbours(point, 1, rng);
  return near.empty() ? point : std::move(near.front());
}

std::vector<int> active_bounds(const SemanticSpace& space, const Eigen::VectorXd& point) {
  const Eigen::VectorXd shares = space.shares(point);
  std::vector<int> active;
  for (int i = 0; i < space.bounds(); ++i)
    if (shares[i] > 0) active.push_back(i);
  return active;
}

}  // namespace bora::attacks
