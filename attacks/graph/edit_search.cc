#include "attacks/graph/edit_search.h"

#include <algorithm>
#include <deque>

namespace bora::attacks {

// Returns the edit as numbers. double, since float holds node indices exactly only up to 2^24.
std::vector<double> EditSet::key(const Edit& edit) {
  std::vector<EdgeChange> changes = edit.changes;
  std::sort(changes.begin(), changes.end(),
            [](const EdgeChange& a, const EdgeChange& b) { return a.pair < b.pair; });
  std::vector<double> key;
  for (const EdgeChange& change : changes) {
    key.push_back(change.pair.u);
    key.push_back(change.pair.v);
    key.push_back(change.weight);
  }
  if (edit.node) {
    key.push_back(edit.node->label);
    key.insert(key.end(), edit.node->attributes.begin(), edit.node->attributes.end());
  }
  return key;
}

void EditSearchOptions::read(AttackSettings& settings) {
  settings.read("population", population, 2, 100000, "population of the evolutionary search for edits");
  settings.read("generations", generations, 0, 10000, "generations of that search");
  settings.read("parents", parents, 1, 1000,
                "number of the stage's best edits from which the first generation is mutated");
  settings.read("tournament", tournament, 1, 100000, "number of members of which the best is mutated");
}

std::vector<Edit> best_edits(const EditSampler& sampler, const EditableGraph& base,
                             const std::vector<Edit>& parents, const EditSet& known, int count,
                             const EditSearchOptions& options, const EditValues& values, Rng& rng) {
  std::vector<Edit> seen;         // all different edits, in order of appearance
  std::vector<double> worth;      // values of `seen`
  std::deque<std::size_t> alive;  // indices into `seen` of the population, oldest first
  EditSet met;
  // Adds a generation. `parent_of`: returns the edit to mutate, or null for a random edit.
  const auto breed = [&](const auto& parent_of) {
    std::vector<Edit> offspring;
    for (int i = 0; i < options.population; ++i) {
      const Edit* parent = parent_of();
      auto edit = parent == nullptr ? sampler.draw(base, rng) : sampler.mutate(*parent, base, rng);
      if (edit && !known.contains(*edit) && met.insert(*edit)) offspring.push_back(std::move(*edit));
    }
    const std::vector<double> found = offspring.empty() ? std::vector<double>() : values(offspring);
    for (std::size_t i = 0; i < offspring.size(); ++i) {
      alive.push_back(seen.size());
      seen.push_back(std::move(offspring[i]));
      worth.push_back(found[i]);
    }
    while (alive.size() > static_cast<std::size_t>(options.population)) alive.pop_front();
  };

  const int first = std::min<int>(options.parents, static_cast<int>(parents.size()));
  breed([&]() -> const Edit* { return first == 0 ? nullptr : &parents[rng.index(first)]; });
  for (int generation = 0; generation < options.generations; ++generation) {
    if (alive.empty()) {
      breed([]() -> const Edit* { return nullptr; });
      continue;
    }
    const std::deque<std::size_t> members = alive;
    breed([&]() -> const Edit* {
      std::size_t winner = members[rng.index(static_cast<int>(members.size()))];
      for (int i = 1; i < options.tournament; ++i) {
        const std::size_t other = members[rng.index(static_cast<int>(members.size()))];
        if (worth[other] > worth[winner]) winner = other;
      }
      return &seen[winner];
    });
  }

  std::vector<int> order = rng.permutation(static_cast<int>(seen.size()));
  const int taken = std::min<int>(count, static_cast<int>(order.size()));
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return worth[a] > worth[b]; });
  std::vector<Edit> best;
  for (int i = 0; i < taken; ++i) best.push_back(seen[order[i]]);
  return best;
}

}  // namespace bora::attacks
