#include "attacks/image/methods/scores/random_search.h"

#include <utility>

namespace bora::attacks {

RandomSearch::RandomSearch(AttackProblem problem, std::optional<Loss> loss)
    : problem_(std::move(problem)), loss_(loss_or_default(loss, problem_.goal)), rng_(problem_.seed) {}

std::optional<Pixels> RandomSearch::ask() {
  if (told_ > 0) return proposal();
  return problem_.start.size() > 0 ? problem_.start : first();
}

void RandomSearch::tell(const Pixels& queried, const Observation& seen) {
  const double loss = loss_value(loss_, problem_.goal, seen.log_p);
  learn(queried, loss, best_.offer(queried, seen.log_p, loss, told_));
  ++told_;
}

}  // namespace bora::attacks
