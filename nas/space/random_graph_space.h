// Search space of randomly wired networks (Xie et al. 2019), by generators of their wirings.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "common/layers.h"
#include "nas/space/coded_space.h"

namespace bora::nas {

/// Space of cells of 32 nodes, each a 3x3 convolution of the weighted sum of its predecessors. The wiring is
/// a random graph of one of three kinds:
///
/// - Erdos-Renyi: each pair of nodes is joined with probability p.
/// - Barabasi-Albert: each node is joined to m earlier ones, with probability proportional to their degrees.
/// - Watts-Strogatz: a ring in which each node is joined to its k nearest ones, and each edge is redirected
///   with probability p.
///
/// Edges are directed from smaller to larger numbers. Nodes without predecessors follow the input; nodes
/// without successors precede the output. There are 488 architectures: 61 settings of the three generators,
/// with eight wirings each, drawn with fixed seeds (Ru 2021, appendix B.5, has 69 settings with eight
/// wirings each).
///
/// Text: generator, its parameters and number of the wiring, such as er-0.2#3, ba-5#0, ws-4-0.75#7. Code:
/// setting, wiring.
class RandomGraphSpace final : public CodedSpace {
 public:
  static constexpr int kNodes = 32, kWirings = 8;
  enum Label { kInput, kOutput, kConvolution };

  RandomGraphSpace();
  /// Returns up to `count` of these, in random order: the other wirings of the same setting, and the wirings
  /// with the same number of other settings of the same generator.
  std::vector<Architecture> neighbours(const Architecture& architecture, int count, Rng& rng) const override;
  Architecture parse(const std::string& text) const override;
  /// Returns the generator, its parameters and properties of the graph: number of edges, of first and of last
  /// nodes; longest and shortest path, log(1 + number of paths) and mean length of a path.
  std::vector<double> statistics(const Architecture& architecture) const override;

 private:
  struct Setting {
    std::string text;
    char kind;      // e, b or w
    int degree;     // m or k; 0 for e
    double chance;  // p; 0 for b
  };
  Architecture make(const std::vector<int>& code) const;
  std::vector<Setting> settings_;
};

}  // namespace bora::nas
