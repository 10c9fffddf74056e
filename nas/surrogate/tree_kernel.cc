#include "nas/surrogate/tree_kernel.h"

#include <algorithm>
#include <cmath>

#include "common/number.h"
#include "common/text.h"

namespace bora::nas {

std::vector<ChainLayer> chain_of(const Architecture& architecture) {
  std::vector<ChainLayer> layers;
  for (const std::string& word : split(architecture.text(), ' ')) {
    const std::string layer = word.substr(0, word.find('@'));
    const auto colon = layer.find(':');
    const auto units = colon == std::string::npos ? std::nullopt : to_finite(layer.substr(colon + 1));
    layers.push_back({layer.substr(0, colon), units ? std::log2(std::max(1.0, *units)) : 0});
  }
  return layers;
}

bool is_chain(const Architecture& architecture) {
  return std::ranges::all_of(architecture.cells(), [](const CellGraphs& cell) {
    return static_cast<int>(cell.pruned.edges.size()) == cell.pruned.nodes() - 1 &&
           std::ranges::all_of(cell.pruned.edges,
                               [](const auto& edge) { return edge.second == edge.first + 1; });
  });
}

std::vector<Eigen::MatrixXd> SharedPathKernel::distances(const Batch& X, const Batch& Z) const {
  constexpr double kApart = 1e9;  // distance at which the kernel is 0
  const auto rows = chains_->rows(X), columns = chains_->rows(Z);
  const auto count = static_cast<std::size_t>(layer_) + 1;
  const auto distance = [&](const std::vector<ChainLayer>& a, const std::vector<ChainLayer>& b) {
    const std::size_t shared = std::min({count, a.size(), b.size()});
    for (std::size_t i = 0; i < shared; ++i)
      if (a[i].operation != b[i].operation) return kApart;
    if (shared == count) {
      const double difference = a[count - 1].log_units - b[count - 1].log_units;
      return difference * difference;
    }
    return a.size() == b.size() ? 0 : kApart;
  };
  Eigen::MatrixXd D(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(columns.size()));
  for (Eigen::Index i = 0; i < D.rows(); ++i)
    for (Eigen::Index j = 0; j < D.cols(); ++j)
      D(i, j) = distance(*rows[static_cast<std::size_t>(i)], *columns[static_cast<std::size_t>(j)]);
  return {std::move(D)};
}

}  // namespace bora::nas
