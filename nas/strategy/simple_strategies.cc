#include "nas/strategy/simple_strategies.h"

#include <algorithm>
#include <limits>

#include "common/error.h"

namespace bora::nas {

void EvolutionOptions::check() const {
  if (population < 1) throw InputError("population: {} is below 1", population);
  if (tournament < 1 || tournament > population)
    throw InputError("tournament: {} is not 1 to the population of {}", tournament, population);
  if (initial < 1 || initial > population)
    throw InputError("initial: {} is not 1 to the population of {}", initial, population);
}

RegularisedEvolution::RegularisedEvolution(SharedSpace space, EvolutionOptions options, std::uint64_t seed)
    : Strategy(std::move(space), seed), options_(options) {
  options_.check();
}

std::vector<Architecture> RegularisedEvolution::propose(int q, std::int64_t first, Rng& rng) {
  std::vector<Architecture> asked;
  for (int i = 0; i < q; ++i) {
    // Random architectures, also beyond the initial ones if no result is known yet.
    if (first + i <= options_.initial || points().empty()) {
      asked.push_back(fresh(sampled(asked, rng), asked, rng));
      continue;
    }
    const auto alive = std::min(points().size(), static_cast<std::size_t>(options_.population));
    const std::size_t oldest = points().size() - alive;
    const std::vector<int> order = rng.permutation(static_cast<int>(alive));
    std::size_t parent = 0;
    double best = -std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < std::min(alive, static_cast<std::size_t>(options_.tournament)); ++k) {
      const std::size_t at = oldest + static_cast<std::size_t>(order[k]);
      if (values()[at] > best) {
        best = values()[at];
        parent = at;
      }
    }
    auto children = space().neighbours(points()[parent], 1, rng);
    asked.push_back(fresh(children.empty() ? sampled(asked, rng) : std::move(children.front()), asked, rng));
  }
  return asked;
}

std::vector<Architecture> LocalSearch::propose(int q, std::int64_t first, Rng& rng) {
  constexpr int kAll = std::numeric_limits<int>::max();
  std::vector<Architecture> asked;
  for (int i = 0; i < q; ++i) {
    if (first + i <= kInitial || !current_) {
      asked.push_back(fresh(sampled(asked, rng), asked, rng));
      continue;
    }
    if (!around_) {
      around_ = true;
      untried_.clear();
      for (Architecture& near : space().neighbours(points()[*current_], kAll, rng))
        untried_.push_back(std::move(near));
    }
    const auto tried = [&](const Architecture& a) {
      return known(a) || std::find(asked.begin(), asked.end(), a) != asked.end();
    };
    while (!untried_.empty() && tried(untried_.front())) untried_.pop_front();
    if (!untried_.empty()) {
      asked.push_back(untried_.front());
      untried_.pop_front();
    } else {
      asked.push_back(fresh(sampled(asked, rng), asked, rng));
      if (!restart_) restart_ = first + i;
    }
  }
  return asked;
}

void LocalSearch::ended(std::int64_t trial, Outcome outcome) {
  const bool restarts = restart_ && trial == *restart_;
  if (restarts) restart_.reset();
  if (outcome != Outcome::told || !(restarts || !current_ || values().back() > values()[*current_])) return;
  // If a late neighbour is better, the search continues from it, and a pending restart is dropped.
  restart_.reset();
  current_ = points().size() - 1;
  around_ = false;
}

std::vector<Architecture> ListedOrder::propose(int q, std::int64_t /*first*/, Rng& rng) {
  std::vector<Architecture> asked;
  const auto taken = [&](const Architecture& a) { return known(a) || std::ranges::count(asked, a) > 0; };
  while (static_cast<int>(asked.size()) < q) {
    while (next_ < order_->size() && taken((*order_)[next_])) ++next_;
    asked.push_back(next_ < order_->size() ? (*order_)[next_++] : fresh(sampled(asked, rng), asked, rng));
  }
  return asked;
}

}  // namespace bora::nas
