// Randomly wired networks (Xie et al. 2019): the search space is the generator of their wiring.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "common/layers.h"
#include "nas/space/coded_space.h"

namespace bora::nas {

/// Space of cells of 32 nodes, each a 3x3 convolution of the weighted sum of its predecessors, wired by one
/// of three random graphs: Erdos-Renyi (each pair joined with chance p), Barabasi-Albert (each node joins m
/// earlier ones, those with many edges rather) and Watts-Strogatz (a ring where each node is joined to its k
/// nearest, each edge led elsewhere with chance p). Edges lead from smaller to larger numbers; nodes without
/// predecessors follow the input, and nodes without successors lead to the output. 61 settings of the three,
/// eight wirings drawn of each with fixed seeds, as Ru 2021 (appendix B.5) draws 8 of each of 69: 488
/// architectures.
///
/// Text: er-0.2#3, ba-5#0, ws-4-0.75#7: generator, its parameters, number of the wiring. Code: setting,
/// wiring.
class RandomGraphSpace final : public CodedSpace {
 public:
  static constexpr int kNodes = 32, kWirings = 8;
  enum Label { kInput, kOutput, kConvolution };

  RandomGraphSpace();
  /// Returns other wirings of the same setting, and the wirings of the same number of other settings of the
  /// generator.
  std::vector<Architecture> neighbours(const Architecture& architecture, int count, Rng& rng) const override;
  Architecture parse(const std::string& text) const override;
  /// Returns the generator's parameters and properties of the graph: edges, ends, shortest and longest path,
  /// number of paths.
  std::vector<double> statistics(const Architecture& architecture) const override;

 private:
  struct Setting {
    std::string text;
    char kind;  // e, b or w
    int degree;
    double chance;
  };
  Architecture make(const std::vector<int>& code) const;
  std::vector<Setting> settings_;
};

}  // namespace bora::nas
