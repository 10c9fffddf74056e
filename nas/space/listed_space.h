// The architectures of a space that are in a list.
#pragma once

#include <map>
#include <mutex>

#include "common/layers.h"
#include "nas/space/restricted_space.h"

namespace bora::nas {

/// Space restricted to listed architectures, for benchmarks that cover a part of a space. parse() takes these
/// alone. Architectures carry the numbers known of them, which follow the statistics of the space.
class ListedSpace final : public RestrictedSpace {
 public:
  static constexpr int kNeighbours = 20;

  /// texts: at least one, none twice; known: nothing, or a row of as many numbers for each. Throws
  /// InputError.
  ListedSpace(SpacePtr whole, const std::vector<std::string>& texts,
              const std::vector<std::vector<double>>& known = {});

  bool ruled() const override { return false; }
  Architecture sample(Rng& rng) const override;
  /// Returns at most kNeighbours architectures of the list whose codes differ in the fewest places, the first
  /// of the list among equal ones, in random order.
  std::vector<Architecture> neighbours(const Architecture& architecture, int count, Rng& rng) const override;
  Architecture parse(const std::string& text) const override;
  /// Returns the architecture of a code; nullopt if it is not in the list.
  std::optional<Architecture> decode(const std::vector<int>& code) const override;
  std::vector<double> statistics(const Architecture& architecture) const override;

 private:
  std::map<std::string, int> places_;
  std::vector<int> nearest(int place) const;  // places of the neighbours
  // Computed when needed: lists may have 400,000 architectures, of which a search uses a few hundred.
  mutable std::mutex mutex_;
  mutable std::vector<std::vector<int>> nearest_;
};

}  // namespace bora::nas
