// The kernel of TreeBO (Jenatton, Archambeau, Gonzalez and Seeger, "Bayesian optimization with
// tree-structured dependencies", ICML 2017), for networks that are chains of layers.
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

struct ChainLayer {
  std::string operation;
  double log_units = 0;  ///< logarithm to base 2 of its units, 0 where it has none
};
/// Returns the layers of a network of the spaces `mlp` and `cnn`, first to last, read from its text.
std::vector<ChainLayer> chain_of(const Architecture& architecture);
/// Returns whether each layer of a network leads to the next one alone.
bool is_chain(const Architecture& architecture);

using ChainCache = RowCache<std::vector<ChainLayer>>;

/// Kernel of one vertex of the tree of all chains, in which each layer's operation chooses the branch: the
/// vertex of `layer` is shared by two networks whose operations are the same up to it. Then the kernel is
/// exp(-w (u - u')^2), u being the logarithm of that layer's units, else 0. Chains that have both ended share
/// the vertices beyond their end.
class SharedPathKernel final : public ExponentialKernel<Architecture> {
 public:
  static constexpr int kLayers = 8;  ///< vertices that make_tree_model() looks at

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
