// The cells of DARTS (Liu, Simonyan and Yang 2019), which NAS-Bench-301 predicts.
#pragma once

#include "common/layers.h"
#include "nas/space/coded_space.h"

namespace bora::nas {

/// Space of pairs of cells, normal and reduction. Each cell has four points, whose values are the sum of two
/// operations on two different earlier points or inputs, and concatenates the four. Text: as NASLib's compact
/// form, "[[(source, operation), ... 8], [... 8]]", the two of a point by source. Code: for each point of
/// each cell the pair of sources and the two operations. In a cell's graph operations are nodes; the two
/// inputs follow one that stands before both.
class DartsSpace final : public CodedSpace {
 public:
  static constexpr int kPoints = 4, kChoices = 7;
  /// Labels; those of the reduction cell's operations are kChoices higher.
  enum Label { kInput, kOutput, kBeforeLast, kLast, kFirstOperation };

  DartsSpace();
  /// Returns cells that differ in one operation, or in the sources of one point.
  std::vector<Architecture> neighbours(const Architecture& architecture, int count, Rng& rng) const override;
  Architecture parse(const std::string& text) const override;
  std::optional<Architecture> decode(const std::vector<int>& code) const override;
};

}  // namespace bora::nas
