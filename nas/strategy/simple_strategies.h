// Model-free searches for architectures.
#pragma once

#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "common/layers.h"
#include "nas/strategy/strategy.h"

namespace bora::nas {

/// Settings that RegularisedEvolution uses.
struct EvolutionOptions {
  int population = 30;  ///< number of youngest architectures that may become parents, >= 1
  int tournament = 10;  ///< number of architectures drawn, of which the best is the parent; 1 to population
  /// Number of random architectures before the first child, 1 to population. Real et al. have `population`.
  int initial = 10;
  void check() const;  ///< throws InputError naming the field
};

/// Search by regularised evolution (Real et al. 2019), whose population consists of the youngest
/// architectures. It begins with random architectures and then adds children. A parent is the best of several
/// architectures drawn from the population, or of all if it has fewer; its child is a random neighbour.
class RegularisedEvolution final : public Strategy {
 public:
  /// Throws InputError.
  RegularisedEvolution(SharedSpace space, EvolutionOptions options, std::uint64_t seed);

 private:
  std::vector<Architecture> propose(int q, std::int64_t first, Rng& rng) override;
  EvolutionOptions options_;
};

/// Local search (White, Nolen and Savani 2021), which starts from the best of kInitial random architectures
/// and repeatedly moves to the first better neighbour. If no neighbour is better, it restarts from a random
/// architecture.
class LocalSearch final : public Strategy {
 public:
  static constexpr int kInitial = 10;
  LocalSearch(SharedSpace space, std::uint64_t seed) : Strategy(std::move(space), seed) {}

 private:
  std::vector<Architecture> propose(int q, std::int64_t first, Rng& rng) override;
  void ended(std::int64_t trial, Outcome outcome) override;

  std::optional<std::size_t> current_;   // index into points() of the current architecture
  bool around_ = false;                  // whether untried_ has the neighbours of current_
  std::deque<Architecture> untried_;     // neighbours that were not asked for yet
  std::optional<std::int64_t> restart_;  // trial that becomes current_ whatever its value
};

/// Strategy that proposes the architectures of a list in its order, without those that are known already, and
/// then random ones.
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
