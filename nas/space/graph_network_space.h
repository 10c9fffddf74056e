// Search space of networks that classify graphs.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "common/layers.h"
#include "nas/space/coded_space.h"

namespace bora::nas {

/// Space of chains of one to six layers of one kind (gcn, gin, cheb, sage or unet) and one width (8, 16, 32
/// or 64 channels), with a readout by maximum, sum or mean: 360 architectures. Text: as accepted by
/// parse_graph_architecture() (models/graphs/graph_network.h), such as gin:layers=4:width=32:pool=sum; for
/// gin the input counts as a layer, as in the publication. Code: kind, layers, width, readout. In the graph
/// each layer is two nodes, kind and width, so that networks that differ only in width have similar graphs.
class GraphNetworkSpace final : public CodedSpace {
 public:
  GraphNetworkSpace();
  Architecture parse(const std::string& text) const override;
  bool has_paths() const override { return false; }
  /// Returns an indicator for each kind and each readout, the number of layers, and the binary logarithms of
  /// the width and of layers * width^2, an estimate of the number of weights.
  std::vector<double> statistics(const Architecture& architecture) const override;

 private:
  Architecture make(const std::vector<int>& code) const;
};

}  // namespace bora::nas
