// Features of architectures for the multiscale Laplacian graph kernel.
#pragma once

#include <cstddef>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include "common/layers.h"
#include "nas/features/architecture_features.h"
#include "surrogates/kernels/graph/multiscale_laplacian.h"

namespace bora::nas {

/// Returns one graph that consists of the cells of an architecture, without edges between them.
LabelledDag disjoint_union(const std::vector<CellGraphs>& cells, CellView view);

/// Features whose inner products are the values of the kernel (multiscale_laplacian.h), which is 1 for
/// architectures with isomorphic cells. Values are cached by graph, since different architectures often have
/// the same one; as in a RowCache, graphs of architectures that no longer exist do not accumulate.
/// Thread-safe.
class LaplacianFeatures final : public FeatureSet<Architecture> {
 public:
  /// reference, labels: as for MultiscaleLaplacian.
  LaplacianFeatures(const std::vector<LabelledDag>& reference, int labels, CellView view,
                    const MultiscaleLaplacianOptions& options);

  Eigen::MatrixXd products(const std::vector<Architecture>& X,
                           const std::vector<Architecture>& Z) const override;
  Eigen::VectorXd squared_norms(const std::vector<Architecture>& X) const override {
    return Eigen::VectorXd::Ones(static_cast<Eigen::Index>(X.size()));
  }
  std::size_t graphs() const;  ///< number of graphs that are cached

 private:
  struct Graph {
    int number = 0;  // number that no other graph has at the same time
    LaplacianSummary summary;
    std::vector<double> values;  // kernel values with other graphs, by their number
  };
  using Rows = std::vector<const std::shared_ptr<Graph>*>;
  static constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  static constexpr std::size_t kFewest = 2000;

  // Returns the entry of a graph, and computes its summary if it is new.
  std::shared_ptr<Graph> known(LabelledDag graph) const;
  // Removes the graphs that rows_ no longer has, and the kernel values with them.
  void remove_unused() const;
  // Returns the kernel values, which are cached in the graphs of `few`.
  Eigen::MatrixXd values(const Rows& few, const Rows& many) const;

  MultiscaleLaplacian kernel_;
  mutable std::mutex mutex_;
  // Graphs by labels and edges.
  mutable std::map<std::pair<std::vector<int>, std::vector<std::pair<int, int>>>, std::shared_ptr<Graph>>
      graphs_;
  mutable std::vector<int> free_;                  // numbers of removed graphs, which new ones get
  mutable std::size_t most_ = kFewest;             // number of graphs above which unused ones are removed
  mutable RowCache<std::shared_ptr<Graph>> rows_;  // graph of each architecture
};

/// Returns LaplacianFeatures whose bases of the kernel are chosen from nodes of 100
/// reference_architectures().
std::shared_ptr<const LaplacianFeatures> multiscale_laplacian(const ArchitectureSpace& space, CellView view,
                                                              const MultiscaleLaplacianOptions& options);

}  // namespace bora::nas
