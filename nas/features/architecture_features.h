// Descriptions (features) of architectures for kernels and baselines.
#pragma once

#include <memory>

#include "common/layers.h"
#include "nas/features/row_cache.h"
#include "nas/space/architecture_space.h"
#include "surrogates/kernels/feature/feature_kernels.h"
#include "surrogates/kernels/graph/dag_counts.h"

namespace bora::nas {

using ArchitectureFeatureSet = std::shared_ptr<const FeatureSet<Architecture>>;

/// Graph of a cell that features describe.
enum class CellView { whole, pruned, contracted };
const LabelledDag& view_of(const CellGraphs& cell, CellView view);

/// Counts of a counter over all cells, each row over its Euclidean norm.
ArchitectureFeatureSet counted(std::shared_ptr<DagCounter> counter, CellView view);
/// The same with counts as unary codes, so that inner products are intersections of histograms.
ArchitectureFeatureSet intersected(std::shared_ptr<DagCounter> counter, CellView view);
/// Presence instead of counts, times `scale`.
ArchitectureFeatureSet present(std::shared_ptr<DagCounter> counter, CellView view, double scale);
/// Weisfeiler-Lehman labels for each H = 0, ..., iterations, that share what they count.
std::vector<ArchitectureFeatureSet> wl_levels(int iterations, WlDirection direction, CellView view,
                                              bool intersection);

/// Dense rows of numbers, one an architecture.
class DenseRows {
 public:
  explicit DenseRows(std::function<Eigen::VectorXd(const Architecture&)> make)
      : cache_(std::make_shared<RowCache<Eigen::VectorXd>>(std::move(make))) {}
  Eigen::MatrixXd operator()(const std::vector<Architecture>& architectures) const;

 private:
  std::shared_ptr<RowCache<Eigen::VectorXd>> cache_;
};

/// Returns the architectures by which statistics are standardised: all of a space that can be listed, else
/// 1,000 drawn with a fixed seed.
std::vector<Architecture> reference_architectures(const ArchitectureSpace& space);
/// Standardises numbers of architectures by their mean and standard deviation over `reference`; numbers that
/// do not vary are left out.
DenseRows standardised(std::function<std::vector<double>(const Architecture&)> numbers,
                       const std::vector<Architecture>& reference, int* columns = nullptr);

/// Places of the code with another choice, over the number of places, as squared distances: one column a
/// choice.
ArchitectureFeatureSet one_hot(const ArchitectureSpace& space);

/// Embeddings of cells by three layers of a graph convolutional network whose weights are drawn and never
/// trained (gcn_embedding; Sreedhar 2021, section 3.4): width 256, weights normal with He's variance, cells
/// side by side.
DenseRows untrained_gcn(const ArchitectureSpace& space, CellView view, std::uint64_t seed);

}  // namespace bora::nas
