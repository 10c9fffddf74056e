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

/// Graph of a cell (a member of CellGraphs) that features describe.
enum class CellView { whole, pruned, contracted };
/// Returns the graph that `view` names.
const LabelledDag& view_of(const CellGraphs& cell, CellView view);

/// Returns the counts of a counter as features, summed over the cells; each row is divided by its Euclidean
/// norm.
ArchitectureFeatureSet counted(std::shared_ptr<DagCounter> counter, CellView view);
/// Returns features that are `scale` for what a counter finds in any cell, and 0 for the rest.
ArchitectureFeatureSet present(std::shared_ptr<DagCounter> counter, CellView view, double scale);
/// Returns counted() features of Weisfeiler-Lehman labels up to depth H, one set for each H = 0, ...,
/// `iterations`; all sets share one dictionary of labels. intersection: counts are replaced by unary codes,
/// so that inner products are intersections of histograms.
std::vector<ArchitectureFeatureSet> wl_levels(int iterations, WlDirection direction, CellView view,
                                              bool intersection);

/// Function from n architectures to features, n x d. Each row is computed once and cached.
class DenseRows {
 public:
  explicit DenseRows(std::function<Eigen::VectorXd(const Architecture&)> make)
      : cache_(std::make_shared<RowCache<Eigen::VectorXd>>(std::move(make))) {}
  Eigen::MatrixXd operator()(const std::vector<Architecture>& architectures) const;

 private:
  std::shared_ptr<RowCache<Eigen::VectorXd>> cache_;
};

/// Returns architectures over which features are standardised: all if the space can be listed, else 1,000
/// drawn with a fixed seed.
std::vector<Architecture> reference_architectures(const ArchitectureSpace& space);
/// Returns features that are `numbers`, standardised by their mean and standard deviation over `reference`.
/// Numbers that are constant there are left out. columns (may be null): receives the number of features.
DenseRows standardised(std::function<std::vector<double>(const Architecture&)> numbers,
                       const std::vector<Architecture>& reference, int* columns = nullptr);

/// Returns one-hot features of the code, one column for each choice of each place, scaled so that the squared
/// distance of two architectures is the fraction of places in which their codes differ.
ArchitectureFeatureSet one_hot(const ArchitectureSpace& space);

/// Returns embeddings of the cells, concatenated, by an untrained graph convolutional network of three layers
/// of width 256 with He-normal weights (gcn_embedding(); Sreedhar 2021, section 3.4).
DenseRows untrained_gcn(const ArchitectureSpace& space, CellView view, std::uint64_t seed);

}  // namespace bora::nas
