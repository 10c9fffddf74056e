// Search space of NAS-Bench-101 (Ying et al. 2019): cells of up to seven nodes and nine edges with three
// operations.
#pragma once

#include "common/layers.h"
#include "nas/space/coded_space.h"

namespace bora::nas {

/// Space of these cells. Text: a tuple of 56 numbers as NASLib writes it, the 7 x 7 adjacency matrix by rows,
/// then seven operations (0 input, 1 output, 2 maxpool3x3, 3 conv1x1, 4 conv3x3). Code: the 21 possible
/// edges, then the five inner operations. Every cell has a path from input to output and at most nine edges
/// on such paths.
class Nb101Space final : public CodedSpace {
 public:
  static constexpr int kNodes = 7, kMostEdges = 9;
  enum Label { kInput, kOutput, kPool, kConv1, kConv3 };

  Nb101Space();
  /// Returns up to `count` architectures that differ in one edge or one operation, in random order.
  std::vector<Architecture> neighbours(const Architecture& architecture, int count, Rng& rng) const override;
  Architecture parse(const std::string& text) const override;
  std::optional<Architecture> decode(const std::vector<int>& code) const override;
};

}  // namespace bora::nas
