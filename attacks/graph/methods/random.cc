#include "attacks/graph/methods/random.h"

#include <algorithm>

namespace bora::attacks {

void RandomEditsOptions::read(AttackSettings& settings) {
  settings.read("edits", edits, {"budget", "stages"},
                "number of edits of a query; budget: all that are allowed; stages: one more in each stage");
}

RandomEdits::RandomEdits(GraphAttackProblem problem, RandomEditsOptions options)
    : problem_(std::move(problem)),
      options_(std::move(options)),
      sampler_(problem_),
      rng_(problem_.seed),
      graph_(problem_.original()) {}

int RandomEdits::edits_now() const {
  const int budget = problem_.threat->budget();
  if (options_.edits == "budget") return budget;
  const auto stage = static_cast<long long>(asked_) * budget / std::max(1, problem_.budget);
  return static_cast<int>(std::min<long long>(budget, 1 + stage));
}

std::optional<Graph> RandomEdits::ask() {
  const std::vector<Edit> inverses = spend(graph_, *problem_.threat, edits_now(), sampler_, rng_);
  if (inverses.empty()) return std::nullopt;
  ++asked_;
  Graph graph = graph_.graph();
  graph_.undo(inverses);
  return graph;
}

}  // namespace bora::attacks
