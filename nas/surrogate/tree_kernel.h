// Kernel of TreeBO (Jenatton, Archambeau, Gonzalez and Seeger, "Bayesian optimization with tree-structured
// dependencies", ICML 2017) for networks that are chains of layers.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "common/layers.h"
#include "nas/features/row_cache.h"
#include "nas/space/architecture_space.h"
#include "surrogates/kernels/feature/feature_kernels.h"

namespace bora::nas {

/// Layer of a chain.
struct ChainLayer {
  std::string operation;
  double log_units = 0;  ///< binary logarithm of the number of units; 0 if the operation has none
};
/// Returns the layers of a network of the space `mlp` or `cnn` that is a chain, first to last.
std::vector<ChainLayer> chain_of(const Architecture& architecture);
/// Returns whether the graph of a network is a chain.
bool is_chain(const Architecture& architecture);

using ChainCache = RowCache<std::vector<ChainLayer>>;

/// Kernel of one level of the tree of all chains, in which the operation of each layer chooses the branch.
/// Two networks share the vertex of `layer` if their operations are equal up to this layer. Then the kernel
/// is exp(-w (u - u')^2), where u is the binary logarithm of the units of the layer; otherwise it is 0.
/// Beyond their end, chains of equal operations share all vertices, and the kernel is 1.
class SharedPathKernel final : public ExponentialKernel<Architecture> {
 public:
  /// Number of layers that make_tree_model() uses. Chains that are equal up to there and have at least as
  /// many layers are equal for it, however they go on.
  static constexpr int kLayers = 8;

  /// layer: number of the layer, which is counted from 0; weight: initial w, > 0.
  SharedPathKernel(std::shared_ptr<ChainCache> chains, int layer, double weight)
      : ExponentialKernel<Architecture>(1, weight), chains_(std::move(chains)), layer_(layer) {}
  std::unique_ptr<Kernel<Architecture>> clone() const override {
    return std::make_unique<SharedPathKernel>(*this);
  }

 private:
  std::vector<Eigen::MatrixXd> distances(const Batch& X, const Batch& Z) const override;
  std::shared_ptr<ChainCache> chains_;
  int layer_;
};

}  // namespace bora::nas
