// Networks that classify graphs: kind of layer, number of layers, width and readout.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "common/layers.h"
#include "nas/space/coded_space.h"

namespace bora::nas {

/// Space of chains of one to six layers of one kind (gcn, gin, cheb, sage or unet) and one width (8, 16, 32
/// or 64 channels), read out by maximum, sum or mean: 360 architectures. Text as parse_graph_architecture()
/// (models/graphs/graph_network.h) takes it: gin:layers=4:width=32:pool=sum, where gin counts its input as a
/// layer, as its authors do. Code: kind, layers, width, readout. As a graph each layer is two nodes, kind and
/// width, so that networks of one kind stay alike when only their widths differ.
class GraphNetworkSpace final : public CodedSpace {
 public:
  GraphNetworkSpace();
  Architecture parse(const std::string& text) const override;
  bool has_paths() const override { return false; }
  /// Returns one indicator for each kind and each readout, the number of layers, and the binary logarithms of
  /// the width and of layers times width squared, an estimate of the weights.
  std::vector<double> statistics(const Architecture& architecture) const override;

 private:
  Architecture make(const std::vector<int>& code) const;
};

}  // namespace bora::nas
