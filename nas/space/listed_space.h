// Restriction of a space to a list of architectures.
#pragma once

#include <map>
#include <mutex>

#include "common/layers.h"
#include "nas/space/restricted_space.h"

namespace bora::nas {

/// Space of listed architectures, for benchmarks that cover a part of a space. parse() accepts only these.
/// Numbers known of the architectures are appended to the statistics of the space.
class ListedSpace final : public RestrictedSpace {
 public:
  static constexpr int kNeighbours = 20;

  /// texts: >= 1, all different; known: Architecture::Record::known for each, or empty. Throws InputError.
  ListedSpace(SpacePtr whole, const std::vector<std::string>& texts,
              const std::vector<std::vector<double>>& known = {});

  bool ruled() const override { return false; }
  Architecture sample(Rng& rng) const override;
  /// Returns `count` of the kNeighbours architectures in the list whose codes differ from this one's in the
  /// fewest places (ties: first in the list), in random order.
  std::vector<Architecture> neighbours(const Architecture& architecture, int count, Rng& rng) const override;
  Architecture parse(const std::string& text) const override;
  /// Returns the architecture of a code; nullopt if it is not in the list.
  std::optional<Architecture> decode(const std::vector<int>& code) const override;
  std::vector<double> statistics(const Architecture& architecture) const override;

 private:
  std::vector<int> nearest(int place) const;  // places in the list of the neighbours

  std::map<std::string, int> places_;  // place in the list of each text
  mutable std::mutex mutex_;
  // Neighbours of each place; empty until needed, since a search uses a few hundred of up to 400,000.
  mutable std::vector<std::vector<int>> nearest_;
};

}  // namespace bora::nas
