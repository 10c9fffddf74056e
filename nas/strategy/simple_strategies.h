// Model-free searches for architectures.
#pragma once

#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "common/layers.h"
#include "nas/strategy/strategy.h"

namespace bora::nas {

struct EvolutionOptions {
  int population = 30;  ///< number of the youngest that are kept, >= 1
  int tournament = 10;  ///< number drawn, of which the best becomes a parent; 1 to population
  void check() const;   ///< throws InputError naming the field
};

/// Regularised evolution, in which a parent is the best of a few drawn from the population, and its child is
/// a neighbour (Real et al. 2019). The oldest are removed.
class RegularisedEvolution final : public Strategy {
 public:
  /// Throws InputError.
  RegularisedEvolution(SharedSpace space, EvolutionOptions options, std::uint64_t seed);

 private:
  std::vector<Architecture> propose(int q, std::int64_t first, Rng& rng) override;
  EvolutionOptions options_;
};

/// Local search, which moves from the best of ten drawn at random to the first better neighbour, and so on.
/// Where no neighbour is better, it restarts from one drawn at random (White, Nolen and Savani 2021).
class LocalSearch final : public Strategy {
 public:
  static constexpr int kInitial = 10;
  LocalSearch(SharedSpace space, std::uint64_t seed) : Strategy(std::move(space), seed) {}

 private:
  std::vector<Architecture> propose(int q, std::int64_t first, Rng& rng) override;
  void ended(std::int64_t trial, Outcome outcome) override;

  std::optional<std::size_t> current_;  // index into points() of the current architecture
  bool around_ = false;                 // whether untried_ holds the neighbours of current_
  std::deque<Architecture> untried_;
  std::optional<std::int64_t> restart_;  // the trial from which the search continues
};

/// Strategy that proposes the architectures of a list, in its order, and then random ones. It passes over
/// those that are known already.
class ListedOrder final : public Strategy {
 public:
  ListedOrder(SharedSpace space, std::shared_ptr<const std::vector<Architecture>> order, std::uint64_t seed)
      : Strategy(std::move(space), seed), order_(std::move(order)) {}

 private:
  std::vector<Architecture> propose(int q, std::int64_t first, Rng& rng) override;
  std::shared_ptr<const std::vector<Architecture>> order_;
  std::size_t next_ = 0;
};

}  // namespace bora::nas
