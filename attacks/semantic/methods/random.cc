#include "attacks/semantic/methods/random.h"

#include <algorithm>

namespace bora::attacks {

void SemanticRandomOptions::read(AttackSettings& settings) {
  settings.read("milder", milder, "after a success, draw below its severity");
}

SemanticRandom::SemanticRandom(const SemanticProblem& problem, SemanticRandomOptions options)
    : space_(problem.space), options_(options), rng_(problem.seed), asked_(*space_) {}

std::optional<Transformed> SemanticRandom::ask() {
  return Transformed{asked_.draw_new(*space_, [this] { return proposed(); }), {}};
}

Eigen::VectorXd SemanticRandom::proposed() {
  const Eigen::VectorXd point = drawn_combination(*space_, rng_);
  if (!mildest_ || !options_.milder) return point;
  const double severity = space_->severity(point);
  if (severity == 0) return point;
  return taken_back(*space_, point, std::min(1.0, rng_.uniform() * *mildest_ / severity));
}

void SemanticRandom::tell(const Transformed& queried, const Observation& seen) {
  if (seen.success) mildest_ = std::min(mildest_.value_or(1e300), space_->severity(queried.point));
}

}  // namespace bora::attacks
