// Searches over codes of architectures by an optimiser of categorical parameters.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "common/layers.h"
#include "nas/strategy/strategy.h"
#include "surrogates/search/mixed/mixed_optimiser.h"

namespace bora::nas {

/// Strategy that proposes the architectures of the codes that an inner optimiser asks for. A code without an
/// architecture, or with one that may not be asked for, is told to the optimiser as a failure; after
/// kPatience such codes in a row, an architecture is drawn at random. If the architectures are listed and
/// are fewer than half of all codes, as in a table of some cells, the listed architecture whose code differs
/// in the fewest places is proposed instead. The optimiser is told the values of all architectures.
class CodedSearch final : public Strategy {
 public:
  static constexpr int kPatience = 100;
  /// inner: optimiser over choices(space).
  CodedSearch(SharedSpace space, std::unique_ptr<MixedOptimiser> inner, std::uint64_t seed)
      : Strategy(std::move(space), seed), inner_(std::move(inner)) {}

  /// Returns the space of codes as categories, without places that have a single level.
  static MixedSpace choices(const ArchitectureSpace& space);

 private:
  std::vector<Architecture> propose(int q, std::int64_t first, Rng& rng) override;
  void ended(std::int64_t trial, Outcome outcome) override;
  void revalued() override;

  // Convert between points of inner_ and codes.
  std::vector<int> code_of(const Eigen::VectorXd& point) const;
  Eigen::VectorXd point_of(const Architecture& architecture) const;
  // Returns true if the architecture may not be asked for. asked: the architectures of the same ask so far.
  bool taken(const Architecture& architecture, const std::vector<Architecture>& asked) const;
  // Returns the listed architecture, not taken, whose code differs from `code` in the fewest places (ties:
  // drawn at random); nullopt if all are taken.
  std::optional<Architecture> nearest(const std::vector<int>& code, const std::vector<Architecture>& asked,
                                      Rng& rng) const;

  std::unique_ptr<MixedOptimiser> inner_;
  std::map<std::int64_t, std::int64_t> trials_;  // number of inner_'s trial by the number of this search's
  std::vector<std::size_t> told_;                // indices into values() of the values told to inner_
};

}  // namespace bora::nas
