// Search space of DARTS (Liu, Simonyan and Yang 2019), which NAS-Bench-301 covers.
#pragma once

#include "common/layers.h"
#include "nas/space/coded_space.h"

namespace bora::nas {

/// Space of pairs of a normal and a reduction cell. A cell has two inputs and four points. The value of a
/// point is the sum of two operations, applied to two different inputs or earlier points; the output of the
/// cell is the concatenation of the four. Text: the compact form of NASLib, "[[(source, operation), ... 8],
/// [... 8]]", in which the two pairs of a point are sorted by source. Code: for each point of each cell the
/// number of the pair of sources, then the two operations. In the graph of a cell, operations are nodes; the
/// two inputs are successors of a common first node.
class DartsSpace final : public CodedSpace {
 public:
  static constexpr int kPoints = 4, kChoices = 7;
  /// Labels of nodes. Those of operations in the reduction cell are higher by kChoices.
  enum Label { kInput, kOutput, kBeforeLast, kLast, kFirstOperation };

  DartsSpace();
  /// Returns up to `count` architectures that differ in one operation or in the sources of one point, in
  /// random order.
  std::vector<Architecture> neighbours(const Architecture& architecture, int count, Rng& rng) const override;
  Architecture parse(const std::string& text) const override;
  std::optional<Architecture> decode(const std::vector<int>& code) const override;
};

}  // namespace bora::nas
