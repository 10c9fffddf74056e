#include "surrogates/kernels/graph/continuous_weisfeiler_lehman.h"

#include <algorithm>

#include "common/error.h"

namespace bora::surrogates {

ContinuousWeisfeilerLehman::ContinuousWeisfeilerLehman(const FeatureGraph& graph, int iterations, int bins)
    : adjacency_(graph.neighbours), iterations_(iterations), bins_(bins) {
  if (iterations < 0) throw InputError("Weisfeiler-Lehman iterations: {} is not at least 0", iterations);
  if (bins != 0 && bins < 2) throw InputError("Weisfeiler-Lehman bins: {} is not 0 or at least 2", bins);
  if (graph.attributes.size() != graph.neighbours.size() || graph.attributes.empty())
    throw InputError("Weisfeiler-Lehman features: {} rows of attributes for {} nodes",
                     graph.attributes.size(), graph.neighbours.size());
  width_ = graph.attributes.front().size();
  low_ = high_ = graph.attributes.front();
  for (const auto& row : graph.attributes) {
    if (row.size() != width_)
      throw InputError("Weisfeiler-Lehman features: {} attributes of a node, expected {}", row.size(),
                       width_);
    for (std::size_t j = 0; j < width_; ++j) {
      low_[j] = std::min(low_[j], row[j]);
      high_[j] = std::max(high_[j], row[j]);
    }
  }
  values_.assign(iterations + 1, graph.attributes);
  for (int h = 1; h <= iterations; ++h)
    for (int node = 0; node < adjacency_.nodes(); ++node) values_[h][node] = averaged(h, node);
}

std::vector<double> ContinuousWeisfeilerLehman::averaged(int iteration, int node) const {
  const auto& before = values_[iteration - 1];
  std::vector<double> value = before[node];
  double total = 0;
  std::vector<double> sum(width_, 0.0);
  for (const auto& neighbour : adjacency_.of(node)) {
    total += neighbour.weight;
    for (std::size_t j = 0; j < width_; ++j) sum[j] += neighbour.weight * before[neighbour.node][j];
  }
  if (total > 0)
    for (std::size_t j = 0; j < width_; ++j) value[j] = 0.5 * (value[j] + sum[j] / total);
  return value;
}

void ContinuousWeisfeilerLehman::count(int iteration, const std::vector<double>& values, double sign,
                                       SparseRow& row) const {
  const int block = 1 + bins_;
  for (std::size_t j = 0; j < width_; ++j) {
    const int first = (iteration * static_cast<int>(width_) + static_cast<int>(j)) * block;
    row.push_back({first, sign * values[j]});
    if (bins_ == 0) continue;
    const double range = high_[j] - low_[j];
    const double place = range > 0 ? std::clamp((values[j] - low_[j]) / range, 0.0, 1.0) * (bins_ - 1) : 0.0;
    const int below = std::min(static_cast<int>(place), bins_ - 2);
    row.push_back({first + 1 + below, sign * (1 - (place - below))});
    row.push_back({first + 2 + below, sign * (place - below)});
  }
}

SparseRow ContinuousWeisfeilerLehman::features() const {
  SparseRow row;
  for (int h = 0; h <= iterations_; ++h)
    for (const auto& values : values_[h]) count(h, values, 1, row);
  tidy(row);
  return row;
}

void ContinuousWeisfeilerLehman::update(const FeatureChange& change, int nodes_before, SparseRow& row) {
  journal_.clear();
  for (const auto& node : change.new_nodes) {
    if (node.attributes.size() != width_)
      throw InputError("Weisfeiler-Lehman features: {} attributes of a new node, expected {}",
                       node.attributes.size(), width_);
    for (auto& values : values_) values.push_back(node.attributes);
    count(0, node.attributes, 1, row);
  }
  const std::vector<int> touched = touched_nodes(change, nodes_before);
  std::vector<int> changed;
  for (int node = nodes_before; node < adjacency_.nodes(); ++node) changed.push_back(node);
  for (int h = 1; h <= iterations_; ++h) {
    const std::vector<int> affected = adjacency_.with_neighbourhood(touched, changed);
    changed = affected;
    for (const int node : affected) {
      std::vector<double>& stored = values_[h][node];
      if (node < nodes_before) {
        count(h, stored, -1, row);
        journal_.push_back({h, node, stored});
      }
      stored = averaged(h, node);
      count(h, stored, 1, row);
    }
  }
  tidy(row);
}

SparseRow ContinuousWeisfeilerLehman::apply(const FeatureChange& change) {
  const int before = adjacency_.nodes();
  SparseRow row;
  adjacency_.apply(change);
  update(change, before, row);
  return row;
}

SparseRow ContinuousWeisfeilerLehman::probe(const FeatureChange& change, int* unseen) {
  const int before = adjacency_.nodes();
  SparseRow row;
  const FeatureChange inverse = adjacency_.apply(change);
  update(change, before, row);
  for (auto step = journal_.rbegin(); step != journal_.rend(); ++step)
    values_[step->iteration][step->node] = std::move(step->before);
  adjacency_.undo(inverse);
  for (auto& values : values_) values.resize(adjacency_.nodes());
  if (unseen != nullptr) *unseen = 0;
  return row;
}

}  // namespace bora::surrogates
