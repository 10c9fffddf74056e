#include "attacks/semantic/methods/evolution.h"

#include <utility>

namespace bora::attacks {

void SemanticEvolutionOptions::read(AttackSettings& settings) {
  settings.read("population", population, 2, 10000, "number of combinations in the population");
  settings.read("sample", sample, 1, 10000,
                "number of combinations drawn from it, the best of which becomes a parent");
}

SemanticEvolution::SemanticEvolution(const SemanticProblem& problem, SemanticEvolutionOptions options)
    : space_(problem.space), options_(options), rng_(problem.seed), asked_(*space_) {}

std::optional<Transformed> SemanticEvolution::ask() {
  return Transformed{asked_.draw_new(*space_, [this] { return proposed(); }), {}};
}

Eigen::VectorXd SemanticEvolution::proposed() {
  grown_ = grown_ || population_.size() >= static_cast<std::size_t>(options_.population);
  if (!grown_) return drawn_combination(*space_, rng_);
  const Member* parent = nullptr;
  for (int k = 0; k < options_.sample; ++k) {
    const Member& drawn =
        population_[static_cast<std::size_t>(rng_.index(static_cast<int>(population_.size())))];
    if (parent == nullptr ||
        std::pair(drawn.success, drawn.fitness) > std::pair(parent->success, parent->fitness))
      parent = &drawn;
  }
  if (parent->success && rng_.index(2) == 0) return taken_back(*space_, parent->point, rng_.uniform());
  return stepped(*space_, parent->point, rng_);
}

void SemanticEvolution::tell(const Transformed& queried, const Observation& seen) {
  const Eigen::VectorXd& point = queried.point;
  population_.push_back({point, seen.success, seen.success ? -space_->severity(point) : seen.objective});
  if (population_.size() > static_cast<std::size_t>(options_.population)) population_.pop_front();
}

}  // namespace bora::attacks
