#include "attacks/graph/methods/genetic.h"

#include <algorithm>
#include <cmath>

#include "common/order.h"

namespace bora::attacks {

void GeneticOptions::read(AttackSettings& settings) {
  settings.read("population", population, 2, 100000, "largest number of members of a generation");
  settings.read("generations", generations, 1, 100000,
                "smallest number of generations; with few queries a generation has fewer members");
  settings.read("crossover", crossover, 0, 1, "probability that a child has two parents");
  settings.read("mutation", mutation, 0, 1,
                "probability that an edit of a child is mutated: one of its nodes is redrawn");
}

int GeneticOptions::population_for(int queries, int edits) const {
  const int most = std::clamp(kMostEdits / std::max(1, edits), 2, population);
  return std::clamp((queries + generations - 1) / generations, 2, most);
}

Genetic::Genetic(GraphAttackProblem problem, GeneticOptions options)
    : problem_(std::move(problem)),
      options_(options),
      sampler_(problem_),
      rng_(problem_.seed),
      graph_(problem_.original()) {
  const int members = options_.population_for(problem_.budget, problem_.threat->budget());
  for (int i = 0; i < members; ++i) {
    population_.push_back(random_member());
    if (population_.back().edits.empty()) {  // the graph has no possible edit
      population_.clear();
      break;
    }
  }
}

Genetic::Member Genetic::random_member() {
  Member member;
  graph_.undo(spend(graph_, *problem_.threat, problem_.threat->budget(), sampler_, rng_, &member.edits));
  return member;
}

// Returns the indices of the better half of the members, and as many drawn with probability proportional to
// exp(fitness).
std::vector<int> Genetic::select() {
  const int members = static_cast<int>(population_.size());
  const std::vector<int> ranked = descending_by(members, [&](int i) { return population_[i].fitness; });
  const double best = population_[ranked.front()].fitness;
  std::vector<double> cumulative;
  double sum = 0;
  for (const Member& member : population_) cumulative.push_back(sum += std::exp(member.fitness - best));

  std::vector<int> chosen(ranked.begin(), ranked.begin() + (members - members / 2));
  while (static_cast<int>(chosen.size()) < members) {
    const auto drawn = std::ranges::upper_bound(cumulative, sum * rng_.uniform());
    chosen.push_back(std::min(members - 1, static_cast<int>(drawn - cumulative.begin())));
  }
  return chosen;
}

Genetic::Member Genetic::child(const Member& parent, const Member& other) {
  struct Gene {
    const Edit* edit;
    bool mutates;
  };
  const bool crossed = rng_.uniform() < options_.crossover;
  Member born;
  std::vector<Edit> inverses;
  const auto make = [&](const Edit& edit) {
    inverses.push_back(graph_.apply(edit));
    born.edits.push_back(edit);
  };
  std::vector<Gene> genes;
  std::set<NodePair> kept;
  for (std::size_t i = 0; i < parent.edits.size(); ++i) {
    const bool from_other = crossed && i < other.edits.size() && rng_.index(2) == 0;
    const Edit& edit = from_other ? other.edits[i] : parent.edits[i];
    genes.push_back({&edit, rng_.uniform() < options_.mutation});
    if (genes.back().mutates) continue;
    for (const EdgeChange& change : edit.changes) kept.insert(change.pair);
  }
  for (const auto& [edit, mutates] : genes) {
    if (mutates) {
      if (const auto mutated = sampler_.redraw_node(*edit, graph_, kept, rng_)) make(*mutated);
    } else if (sampler_.allows(*edit, graph_)) {
      make(*edit);
    }
  }
  if (born.edits == parent.edits) {
    born.fitness = parent.fitness;
    born.known = true;
  } else {
    auto more = spend(graph_, *problem_.threat, problem_.threat->budget(), sampler_, rng_, &born.edits);
    std::ranges::move(more, std::back_inserter(inverses));
  }
  graph_.undo(inverses);
  return born;
}

void Genetic::breed() {
  std::vector<Member> next;
  const std::vector<int> selected = select();
  for (const int parent : selected) {
    const int other = selected[rng_.index(static_cast<int>(selected.size()))];
    next.push_back(child(population_[parent], population_[other]));
  }
  population_ = std::move(next);
  ++generation_;
}

// Sets next_ to the next member with unknown fitness. Breeds new generations while there is none.
void Genetic::advance() {
  constexpr int kBarren = 100;  // largest number of generations without a new graph before the attack ends
  const auto skip_known = [&] {
    while (next_ < static_cast<int>(population_.size()) && population_[next_].known) ++next_;
    return next_ < static_cast<int>(population_.size());
  };
  for (int i = 0; i < kBarren && !skip_known(); ++i) {
    breed();
    next_ = 0;
  }
}

std::optional<Graph> Genetic::ask() {
  if (population_.empty()) return std::nullopt;
  advance();
  if (next_ == static_cast<int>(population_.size()) || population_[next_].known) return std::nullopt;
  std::vector<Edit> inverses;
  for (const Edit& edit : population_[next_].edits) inverses.push_back(graph_.apply(edit));
  Graph graph = graph_.graph();
  graph_.undo(inverses);
  return graph;
}

void Genetic::tell(const Graph& /*queried*/, const Observation& seen) {
  Member& member = population_[next_++];
  member.fitness = loss_value(Loss::label_gap, problem_.goal, seen.log_p);
  member.known = true;
}

}  // namespace bora::attacks
