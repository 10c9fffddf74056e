// The cells of NAS-Bench-101 (Ying et al. 2019): graphs of up to seven nodes and nine edges, three
// operations.
#pragma once

#include "common/layers.h"
#include "nas/space/coded_space.h"

namespace bora::nas {

/// Space of these cells. Text: a tuple of 56 numbers, the 7 x 7 adjacency row by row and seven operations (0
/// input, 1 output, 2 maxpool3x3, 3 conv1x1, 4 conv3x3), as NASLib writes it. Code: the 21 possible edges,
/// then the five operations. A cell of the space has a path from input to output and, without what dangles,
/// at most nine edges.
class Nb101Space final : public CodedSpace {
 public:
  static constexpr int kNodes = 7, kMostEdges = 9;
  enum Label { kInput, kOutput, kPool, kConv1, kConv3 };

  Nb101Space();
  /// Returns cells that differ in one edge or one operation.
  std::vector<Architecture> neighbours(const Architecture& architecture, int count, Rng& rng) const override;
  Architecture parse(const std::string& text) const override;
  std::optional<Architecture> decode(const std::vector<int>& code) const override;
};

}  // namespace bora::nas
