// Search space of NAS-Bench-201 (Dong and Yang 2020): cells of four points joined by six edges, each with one
// of five operations.
#pragma once

#include <array>

#include "common/layers.h"
#include "nas/space/coded_space.h"

namespace bora::nas {

/// Space of these cells. Text: "|nor_conv_3x3~0|+|none~0|skip_connect~1|+|...|", as the benchmark writes it;
/// parse() also accepts the six numbers of NASLib, "(0, 2, 3, 2, 3, 1)". Code: the operation of each edge. In
/// the graph of a cell operations are nodes: the input, the six operations in the order of the text, the
/// output.
class Nb201Space final : public CodedSpace {
 public:
  static constexpr int kPoints = 4;  ///< points (feature maps) of a cell; the first is its input
  static constexpr int kEdges = 6;
  /// Labels of nodes.
  enum Label { kInput, kOutput, kNone, kSkip, kConv1, kConv3, kPool };
  static constexpr int kFirstOperation = kNone;
  static constexpr int kOperations = 5;
  /// Points that each edge joins, in the order of the text.
  static constexpr std::array<std::array<int, 2>, kEdges> kEnds{
      {{0, 1}, {0, 2}, {1, 2}, {0, 3}, {1, 3}, {2, 3}}};

  Nb201Space();
  /// Returns up to `count` of the 24 architectures that differ in one edge's operation, in random order.
  std::vector<Architecture> neighbours(const Architecture& architecture, int count, Rng& rng) const override;
  Architecture parse(const std::string& text) const override;
  /// Returns statistics of the pruned cell: numbers of 1x1 and 3x3 convolutions, skip connections and
  /// poolings; then the first three and the fifth of path_statistics().
  std::vector<double> statistics(const Architecture& architecture) const override;
};

}  // namespace bora::nas
