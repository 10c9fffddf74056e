#include "nas/features/laplacian_features.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace bora::nas {

using Batch = std::vector<Architecture>;

LaplacianFeatures::LaplacianFeatures(const std::vector<LabelledDag>& reference, int labels, CellView view,
                                     const MultiscaleLaplacianOptions& options)
    : kernel_(reference, labels, options), rows_([this, view](const Architecture& architecture) {
        return known(disjoint_union(architecture.cells(), view));
      }) {}

Eigen::MatrixXd LaplacianFeatures::products(const Batch& X, const Batch& Z) const {
  const std::lock_guard lock(mutex_);
  if (graphs_.size() > most_) remove_unused();
  const auto rows = rows_.rows(X), columns = rows_.rows(Z);
  // The values are kept with the graphs of the smaller side (the evaluated architectures), to stay few.
  if (X.size() <= Z.size()) return values(rows, columns);
  return values(columns, rows).transpose();
}

std::size_t LaplacianFeatures::graphs() const {
  const std::lock_guard lock(mutex_);
  return graphs_.size();
}

std::shared_ptr<LaplacianFeatures::Graph> LaplacianFeatures::known(LabelledDag graph) const {
  auto key = std::make_pair(std::move(graph.labels), std::move(graph.edges));
  const auto found = graphs_.find(key);
  if (found != graphs_.end()) return found->second;
  auto made = std::make_shared<Graph>();
  made->summary = kernel_.summary({key.first, key.second});
  if (free_.empty()) free_.push_back(static_cast<int>(graphs_.size()));
  made->number = free_.back();
  free_.pop_back();
  graphs_.emplace(std::move(key), made);
  return made;
}

void LaplacianFeatures::remove_unused() const {
  std::vector<std::size_t> removed;
  std::erase_if(graphs_, [&](const auto& entry) {
    if (entry.second.use_count() > 1) return false;
    free_.push_back(entry.second->number);
    removed.push_back(static_cast<std::size_t>(entry.second->number));
    return true;
  });
  for (const auto& [key, graph] : graphs_)
    for (const std::size_t number : removed)
      if (number < graph->values.size()) graph->values[number] = kUnknown;
  most_ = std::max(kFewest, 2 * graphs_.size());
}

Eigen::MatrixXd LaplacianFeatures::values(const Rows& few, const Rows& many) const {
  Eigen::MatrixXd K(static_cast<Eigen::Index>(few.size()), static_cast<Eigen::Index>(many.size()));
  for (Eigen::Index i = 0; i < K.rows(); ++i) {
    Graph& of = **few[static_cast<std::size_t>(i)];
    for (Eigen::Index j = 0; j < K.cols(); ++j) {
      const Graph& with = **many[static_cast<std::size_t>(j)];
      const auto number = static_cast<std::size_t>(with.number);
      if (number >= of.values.size()) of.values.resize(graphs_.size() + free_.size(), kUnknown);
      double& value = of.values[number];
      if (std::isnan(value)) value = laplacian_kernel(of.summary, with.summary);
      K(i, j) = value;
    }
  }
  return K;
}

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

std::shared_ptr<const LaplacianFeatures> multiscale_laplacian(const ArchitectureSpace& space, CellView view,
                                                              const MultiscaleLaplacianOptions& options) {
  constexpr int kGraphs = 100;
  const auto all = reference_architectures(space);
  Rng rng(0);
  std::vector<LabelledDag> reference;
  for (int i = 0; i < kGraphs; ++i)
    reference.push_back(
        disjoint_union(all[static_cast<std::size_t>(rng.index(static_cast<int>(all.size())))].cells(), view));
  return std::make_shared<const LaplacianFeatures>(reference, static_cast<int>(space.operations().size()),
                                                   view, options);
}

}  // namespace bora::nas
