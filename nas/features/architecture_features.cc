#include "nas/features/architecture_features.h"

#include <cmath>
#include <utility>

#include "surrogates/kernels/graph/graph_convolution.h"

namespace bora::nas {
namespace {

using Batch = std::vector<Architecture>;

// Returns cached sparse features whose rows `make` computes.
ArchitectureFeatureSet sparse(std::function<SparseRow(const Architecture&)> make) {
  auto cache = std::make_shared<RowCache<SparseRow>>(std::move(make));
  return std::make_shared<SparseFeatures<Architecture>>([cache](const Batch& X) { return cache->rows(X); });
}

// Returns the counts summed over the cells.
SparseRow over_cells(DagCounter& counter, const Architecture& architecture, CellView view) {
  SparseRow all;
  for (const CellGraphs& cell : architecture.cells()) all = sum(all, counter.counts(view_of(cell, view)));
  return all;
}

}  // namespace

const LabelledDag& view_of(const CellGraphs& cell, CellView view) {
  switch (view) {
    case CellView::whole:
      return cell.whole;
    case CellView::pruned:
      return cell.pruned;
    default:
      return cell.contracted;
  }
}

ArchitectureFeatureSet counted(std::shared_ptr<DagCounter> counter, CellView view) {
  return sparse([=](const Architecture& a) { return normalised(over_cells(*counter, a, view)); });
}

ArchitectureFeatureSet present(std::shared_ptr<DagCounter> counter, CellView view, double scale) {
  return sparse([=](const Architecture& a) {
    SparseRow row = over_cells(*counter, a, view);
    for (SparseEntry& entry : row) entry.value = scale;
    return row;
  });
}

std::vector<ArchitectureFeatureSet> wl_levels(int iterations, WlDirection direction, CellView view,
                                              bool intersection) {
  const auto counter = std::make_shared<WlCounter>(iterations, direction);
  auto levels = std::make_shared<RowCache<std::vector<SparseRow>>>([=](const Architecture& a) {
    std::vector<SparseRow> all(static_cast<std::size_t>(iterations) + 1);
    for (const CellGraphs& cell : a.cells()) {
      const auto of_cell = counter->levels(view_of(cell, view));
      for (std::size_t h = 0; h < all.size(); ++h) all[h] = sum(all[h], of_cell[h]);
    }
    for (SparseRow& row : all) row = normalised(intersection ? unary(row) : row);
    return all;
  });
  std::vector<ArchitectureFeatureSet> sets;
  for (std::size_t h = 0; h <= static_cast<std::size_t>(iterations); ++h)
    sets.push_back(std::make_shared<SparseFeatures<Architecture>>([levels, h](const Batch& X) {
      SparseRows rows;
      for (const auto* all : levels->rows(X)) rows.push_back(&(*all)[h]);
      return rows;
    }));
  return sets;
}

Eigen::MatrixXd DenseRows::operator()(const Batch& architectures) const {
  const auto rows = cache_->rows(architectures);
  Eigen::MatrixXd all(static_cast<Eigen::Index>(rows.size()), rows.empty() ? 0 : rows.front()->size());
  for (std::size_t i = 0; i < rows.size(); ++i) all.row(static_cast<Eigen::Index>(i)) = rows[i]->transpose();
  return all;
}

std::vector<Architecture> reference_architectures(const ArchitectureSpace& space) {
  if (const auto all = space.all()) return *all;
  constexpr int kDrawn = 1000;
  Rng rng(0);
  std::vector<Architecture> drawn;
  for (int i = 0; i < kDrawn; ++i) drawn.push_back(space.sample(rng));
  return drawn;
}

DenseRows standardised(std::function<std::vector<double>(const Architecture&)> numbers,
                       const std::vector<Architecture>& reference, int* columns) {
  const auto width = static_cast<Eigen::Index>(numbers(reference.front()).size());
  Eigen::VectorXd total = Eigen::VectorXd::Zero(width), squares = total;
  std::vector<Eigen::VectorXd> rows;
  for (const Architecture& architecture : reference) {
    const auto of = numbers(architecture);
    rows.emplace_back(Eigen::Map<const Eigen::VectorXd>(of.data(), width));
    total += rows.back();
  }
  const Eigen::VectorXd mean = total / static_cast<double>(reference.size());
  for (const auto& row : rows) squares += (row - mean).cwiseAbs2();
  const Eigen::VectorXd deviation = (squares / static_cast<double>(reference.size())).cwiseSqrt();
  std::vector<Eigen::Index> kept;
  for (Eigen::Index j = 0; j < width; ++j)
    if (deviation[j] > 1e-12 * (1 + std::abs(mean[j]))) kept.push_back(j);
  if (columns != nullptr) *columns = static_cast<int>(kept.size());
  return DenseRows([=](const Architecture& architecture) {
    const auto of = numbers(architecture);
    Eigen::VectorXd row(static_cast<Eigen::Index>(kept.size()));
    for (std::size_t j = 0; j < kept.size(); ++j)
      row[static_cast<Eigen::Index>(j)] =
          (of[static_cast<std::size_t>(kept[j])] - mean[kept[j]]) / deviation[kept[j]];
    return row;
  });
}

ArchitectureFeatureSet one_hot(const ArchitectureSpace& space) {
  std::vector<int> starts{0};
  for (const int level : space.levels()) starts.push_back(starts.back() + level);
  // Codes that differ in one place have a squared distance of 2 before scaling.
  const double scale = std::sqrt(0.5 / static_cast<double>(space.levels().size()));
  return sparse([=](const Architecture& a) {
    SparseRow row;
    for (std::size_t place = 0; place < a.code().size(); ++place)
      row.push_back({starts[place] + a.code()[place], scale});
    return row;
  });
}

DenseRows untrained_gcn(const ArchitectureSpace& space, CellView view, std::uint64_t seed) {
  constexpr int kWidth = 256, kLayers = 3;
  const auto labels = static_cast<int>(space.operations().size());
  Rng rng(seed);
  auto weights = std::make_shared<std::vector<Eigen::MatrixXd>>();
  for (int layer = 0; layer < kLayers; ++layer) {
    const int inputs = layer == 0 ? labels : kWidth;
    Eigen::MatrixXd W(inputs, kWidth);
    for (Eigen::Index i = 0; i < W.size(); ++i) W.data()[i] = rng.normal() * std::sqrt(2.0 / inputs);
    weights->push_back(std::move(W));
  }
  return DenseRows([=](const Architecture& architecture) {
    Eigen::VectorXd all(kWidth * static_cast<Eigen::Index>(architecture.cells().size()));
    Eigen::Index at = 0;
    for (const CellGraphs& cell : architecture.cells()) {
      all.segment(at, kWidth) = gcn_embedding(view_of(cell, view), *weights);
      at += kWidth;
    }
    return all;
  });
}

}  // namespace bora::nas
