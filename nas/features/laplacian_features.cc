#include "nas/features/laplacian_features.h"

#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

namespace bora::nas {
namespace {

using Batch = std::vector<Architecture>;

// Cache of kernel values by graph, since different architectures often have the same graph.
class LaplacianFeatures final : public FeatureSet<Architecture> {
 public:
  LaplacianFeatures(const std::vector<LabelledDag>& reference, int labels, CellView view,
                    const MultiscaleLaplacianOptions& options)
      : kernel_(reference, labels, options), graphs_([this, view](const Architecture& architecture) {
          return number_of(disjoint_union(architecture.cells(), view));
        }) {}

  Eigen::MatrixXd products(const Batch& X, const Batch& Z) const override {
    const std::lock_guard lock(mutex_);
    const auto rows = graphs_.rows(X), columns = graphs_.rows(Z);
    // The cache has a row for each graph of the smaller side (the evaluated architectures), to stay small.
    if (X.size() <= Z.size()) return kept(rows, columns);
    return kept(columns, rows).transpose();
  }
  Eigen::VectorXd squared_norms(const Batch& X) const override {
    return Eigen::VectorXd::Ones(static_cast<Eigen::Index>(X.size()));
  }

 private:
  // Returns the number of a graph, and computes its summary if it is new.
  int number_of(LabelledDag graph) const {
    auto key = std::make_pair(std::move(graph.labels), std::move(graph.edges));
    const auto [at, added] = numbers_.try_emplace(std::move(key), static_cast<int>(numbers_.size()));
    if (added) summaries_.push_back(kernel_.summary({at->first.first, at->first.second}));
    return at->second;
  }
  Eigen::MatrixXd kept(const std::vector<const int*>& few, const std::vector<const int*>& many) const {
    Eigen::MatrixXd K(static_cast<Eigen::Index>(few.size()), static_cast<Eigen::Index>(many.size()));
    for (Eigen::Index i = 0; i < K.rows(); ++i) {
      const int of = *few[static_cast<std::size_t>(i)];
      std::vector<double>& line = lines_[of];
      for (Eigen::Index j = 0; j < K.cols(); ++j) {
        const auto with = static_cast<std::size_t>(*many[static_cast<std::size_t>(j)]);
        if (with >= line.size()) line.resize(summaries_.size(), std::numeric_limits<double>::quiet_NaN());
        if (line[with] != line[with])
          line[with] = laplacian_kernel(summaries_[static_cast<std::size_t>(of)], summaries_[with]);
        K(i, j) = line[with];
      }
    }
    return K;
  }

  MultiscaleLaplacian kernel_;
  mutable std::mutex mutex_;
  mutable std::map<std::pair<std::vector<int>, std::vector<std::pair<int, int>>>, int> numbers_;
  mutable std::vector<LaplacianSummary> summaries_;   // by number of the graph
  mutable std::map<int, std::vector<double>> lines_;  // kernel values of a graph with others; NaN: unknown
  mutable RowCache<int> graphs_;                      // number of each architecture's graph
};

}  // namespace

LabelledDag disjoint_union(const std::vector<CellGraphs>& cells, CellView view) {
  LabelledDag all;
  for (const CellGraphs& cell : cells) {
    const LabelledDag& graph = view_of(cell, view);
    const int before = all.nodes();
    all.labels.insert(all.labels.end(), graph.labels.begin(), graph.labels.end());
    for (const auto& [from, to] : graph.edges) all.edges.emplace_back(before + from, before + to);
  }
  return all;
}

ArchitectureFeatureSet multiscale_laplacian(const ArchitectureSpace& space, CellView view,
                                            const MultiscaleLaplacianOptions& options) {
  constexpr int kGraphs = 100;
  const auto all = reference_architectures(space);
  Rng rng(0);
  std::vector<LabelledDag> reference;
  for (int i = 0; i < kGraphs; ++i)
    reference.push_back(
        disjoint_union(all[static_cast<std::size_t>(rng.index(static_cast<int>(all.size())))].cells(), view));
  return std::make_shared<LaplacianFeatures>(reference, static_cast<int>(space.operations().size()), view,
                                             options);
}

}  // namespace bora::nas
