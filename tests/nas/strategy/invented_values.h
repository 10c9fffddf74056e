// Synthetic benchmark on the cells of NAS-Bench-201.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "common/error.h"
#include "nas/strategy/strategy.h"
#include "support/layers.h"

namespace bora::testing {

/// Ranker that returns the cells in a random order, without a supernet.
class InventedRanker final : public SupernetRanker {
 public:
  void check(const SupernetPlan& plan, const ArchitectureSpace&) const override {
    constexpr int kMost = 1000;
    if (plan.cells > kMost) throw InputError("cells: {} is above {}", plan.cells, kMost);
  }
  std::vector<Architecture> ranked(const SupernetPlan& plan, const ArchitectureSpace& space,
                                   std::uint64_t seed) const override {
    Rng rng(mix_seed(seed, plan.kind));
    std::vector<Architecture> order = *space.all();
    rng.shuffle(order);
    return order;
  }
};

inline StrategyTask nb201_task(int batch) {
  static const SpacePtr space = make_space("nb201");
  static const InventedRanker ranker;
  return {space,   batch,  "none", [](const Architecture& a) { return space->statistics(a)[1]; },
          nullptr, &ranker};
}

/// Returns the names of all strategies but treebo, which does not support cells.
inline std::vector<std::string> strategies_for_cells() {
  std::vector<std::string> names = strategy_names();
  std::erase(names, "treebo");
  return names;
}

/// Returns whether the points that a strategy asks for do not depend on the values told.
inline bool learns_nothing(const std::string& strategy) {
  static const std::set<std::string> names{"random", "parameters", "one-shot", "darts", "drnas"};
  return names.contains(strategy);
}

/// Returns the synthetic value of a cell: 3x3 convolutions and long paths of them are good, poolings are bad.
inline double invented_value(const Architecture& architecture) {
  const auto numbers = nb201_task(1).space->statistics(architecture);
  return 0.3 * numbers[0] + 0.5 * numbers[1] - 0.2 * numbers[3] + 0.3 * numbers[5] +
         0.01 * architecture.code()[0];
}

}  // namespace bora::testing
