// The cells of NAS-Bench-201 (Dong and Yang 2020): four points joined by six edges, one of five operations on
// each.
#pragma once

#include <array>

#include "common/layers.h"
#include "nas/space/coded_space.h"

namespace bora::nas {

/// Space of these cells. Text: "|nor_conv_3x3~0|+|none~0|skip_connect~1|+|...|", as the benchmark writes it;
/// NASLib's six numbers, "(0, 2, 3, 2, 3, 1)", are read, too. In a cell's graph operations are nodes: the
/// input, the six in the order of the text, the output.
class Nb201Space final : public CodedSpace {
 public:
  static constexpr int kPoints = 4;  ///< points of a cell, the first its input
  static constexpr int kEdges = 6;
  /// Labels of nodes.
  enum Label { kInput, kOutput, kNone, kSkip, kConv1, kConv3, kPool };
  static constexpr int kFirstOperation = kNone;
  static constexpr int kOperations = 5;
  /// Points that each edge of a text joins.
  static constexpr std::array<std::array<int, 2>, kEdges> kEnds{
      {{0, 1}, {0, 2}, {1, 2}, {0, 3}, {1, 3}, {2, 3}}};

  Nb201Space();
  /// Returns up to `count` of the 24 architectures that differ in one edge's operation, in random order.
  std::vector<Architecture> neighbours(const Architecture& architecture, int count, Rng& rng) const override;
  Architecture parse(const std::string& text) const override;
  /// Returns statistics of the pruned cell: numbers of 1x1 and 3x3 convolutions, skips and poolings, longest
  /// path by convolutions and by 3x3 ones, shortest path by convolutions, mean number of convolutions of a
  /// path.
  std::vector<double> statistics(const Architecture& architecture) const override;
};

}  // namespace bora::nas
