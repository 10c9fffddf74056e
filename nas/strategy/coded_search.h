// Searches over the categorical choices that make an architecture.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "common/layers.h"
#include "nas/strategy/strategy.h"
#include "surrogates/search/mixed/mixed_optimiser.h"

namespace bora::nas {

/// Strategy that proposes the architectures of the choices that an optimiser asks for. A choice that makes no
/// architecture is told to the optimiser as a failure; after kPatience of them in a row, an architecture is
/// drawn at random. Where fewer than half of all choices make a listed architecture, as in a table of some
/// cells, the listed one that differs in the fewest choices is taken instead. The optimiser is told the
/// values of all architectures.
class CodedSearch final : public Strategy {
 public:
  static constexpr int kPatience = 100;
  CodedSearch(SharedSpace space, std::unique_ptr<MixedOptimiser> inner, std::uint64_t seed)
      : Strategy(std::move(space), seed), inner_(std::move(inner)) {}

  /// Returns the choices as a space of categories, without those that have a single level.
  static MixedSpace choices(const ArchitectureSpace& space);

 private:
  std::vector<Architecture> propose(int q, std::int64_t first, Rng& rng) override;
  void ended(std::int64_t trial, Outcome outcome) override;
  void revalued() override;

  // Conversions between points of inner_ and codes.
  std::vector<int> code_of(const Eigen::VectorXd& point) const;
  Eigen::VectorXd point_of(const Architecture& architecture) const;
  // Returns true if the architecture may not be asked for; `asked`: others of the same ask.
  bool taken(const Architecture& architecture, const std::vector<Architecture>& asked) const;
  // Returns the listed architecture, not taken, whose code differs from `code` in the fewest places; of equal
  // ones, a random one. Nothing if all are taken.
  std::optional<Architecture> nearest(const std::vector<int>& code, const std::vector<Architecture>& asked,
                                      Rng& rng) const;

  std::unique_ptr<MixedOptimiser> inner_;
  std::map<std::int64_t, std::int64_t> trials_;  // trial of inner_, by our number
  std::vector<std::size_t> told_;                // indices into values() of the values told to inner_
};

}  // namespace bora::nas
