// Networks that classify graphs: kind of layer, number of layers, width and readout.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "common/layers.h"
#include "nas/space/architecture_space.h"

namespace bora::nas {

/// Space of chains of one to six layers of one kind (gcn, gin, cheb, sage or unet) and one width (8, 16, 32
/// or 64 channels), read out by maximum, sum or mean: 360 architectures. Text as parse_graph_architecture()
/// (models/graphs/graph_network.h) takes it: gin:layers=4:width=32:pool=sum, where gin counts its input as a
/// layer, as its authors do. Code: kind, layers, width, readout. As a graph each layer is two nodes, kind and
/// width, so that networks of one kind stay alike when only their widths differ.
class GraphNetworkSpace final : public ArchitectureSpace {
 public:
  GraphNetworkSpace();
  const std::string& name() const override;
  const std::vector<Operation>& operations() const override { return operations_; }
  const std::vector<int>& levels() const override { return levels_; }
  Architecture sample(Rng& rng) const override;
  /// Returns architectures that differ in one of the four choices.
  std::vector<Architecture> neighbours(const Architecture& architecture, int count, Rng& rng) const override;
  Architecture parse(const std::string& text) const override;
  std::optional<Architecture> decode(const std::vector<int>& code) const override;
  std::shared_ptr<const std::vector<Architecture>> all() const override { return all_; }
  bool has_paths() const override { return false; }
  /// Returns one indicator for each kind and each readout, the number of layers, and the binary logarithms of
  /// the width and of layers times width squared, an estimate of the weights.
  std::vector<double> statistics(const Architecture& architecture) const override;

 private:
  Architecture make(const std::vector<int>& code) const;
  std::vector<Operation> operations_;
  std::vector<int> levels_;
  std::shared_ptr<const std::vector<Architecture>> all_;
};

}  // namespace bora::nas
