// Restriction of a space to a list of architectures.
#pragma once

#include <map>
#include <mutex>

#include <Eigen/Core>

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
  /// Returns `count` of the kNeighbours nearest architectures in the list, in random order. With codes, these
  /// are the ones whose codes differ from this one's in the fewest places. Without codes, neighbours in the
  /// whole space come first, then those whose statistics, standardised over the list, have the smallest
  /// Euclidean distance. Ties: first in the list.
  std::vector<Architecture> neighbours(const Architecture& architecture, int count, Rng& rng) const override;
  Architecture parse(const std::string& text) const override;
  /// Returns the architecture of a code; nullopt if it is not in the list.
  std::optional<Architecture> decode(const std::vector<int>& code) const override;
  std::vector<double> statistics(const Architecture& architecture) const override;

 private:
  std::vector<int> nearest(int place) const;  // places in the list of the neighbours
  // Returns the distance from the architecture at `place` to each one in the list. mutex_ must be held.
  std::vector<double> distances(int place) const;

  std::map<std::string, int> places_;  // place in the list of each text
  mutable std::mutex mutex_;
  // Neighbours of each place; empty until needed, since a search uses a few hundred of up to 400,000.
  mutable std::vector<std::vector<int>> nearest_;
  // Standardised statistics of each place, a column each; empty until needed.
  mutable Eigen::MatrixXd standardised_;
};

}  // namespace bora::nas
