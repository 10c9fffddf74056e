#include "surrogates/kernels/graph/weisfeiler_lehman.h"

#include <algorithm>

#include "common/error.h"

namespace bora::surrogates {

WeisfeilerLehman::WeisfeilerLehman(const FeatureGraph& graph, int iterations)
    : adjacency_(graph.neighbours),
      by_degree_(graph.labels.empty()),
      iterations_(iterations),
      node_labels_(graph.labels) {
  if (iterations < 0) throw InputError("Weisfeiler-Lehman iterations: {} is not at least 0", iterations);
  if (!by_degree_ && graph.labels.size() != graph.neighbours.size())
    throw InputError("Weisfeiler-Lehman features: {} labels for {} nodes", graph.labels.size(),
                     graph.neighbours.size());
  bool any = false;
  for (const auto& list : graph.neighbours) {
    for (const auto& neighbour : list) {
      least_weight_ = any ? std::min(least_weight_, neighbour.weight) : neighbour.weight;
      most_weight_ = any ? std::max(most_weight_, neighbour.weight) : neighbour.weight;
      any = true;
    }
  }
  labels_.assign(iterations + 1, std::vector<int>(adjacency_.nodes()));
  for (int h = 0; h <= iterations; ++h)
    for (int node = 0; node < adjacency_.nodes(); ++node)
      labels_[h][node] = label_of(h, node, Unknown::intern);
}

int WeisfeilerLehman::weight_class(double weight) const {
  if (most_weight_ == least_weight_) return 0;
  const double share = (weight - least_weight_) / (most_weight_ - least_weight_);
  return static_cast<int>(std::clamp(share, 0.0, 1.0) * 7.999);
}

// Signatures of different iterations differ in their first entry: -1 in iteration 0, otherwise a number of
// the iteration before.
int WeisfeilerLehman::label_of(int iteration, int node, Unknown unknown) {
  signature_.clear();
  const auto& neighbours = adjacency_.of(node);
  if (iteration == 0) {
    signature_ = {-1, by_degree_ ? static_cast<int>(neighbours.size()) : node_labels_[node]};
  } else {
    const auto& before = labels_[iteration - 1];
    signature_.push_back(before[node]);
    // A label that depends on an unknown label is unknown.
    if (signature_.front() == LabelDictionary::kUnknown) return LabelDictionary::kUnknown;
    for (const auto& neighbour : neighbours) {
      const int label = before[neighbour.node];
      if (label == LabelDictionary::kUnknown) return LabelDictionary::kUnknown;
      signature_.push_back(8 * label + weight_class(neighbour.weight));
    }
  }
  return unknown == Unknown::intern ? dictionary_.intern(signature_) : dictionary_.find(signature_);
}

void WeisfeilerLehman::relabel(const FeatureChange& change, int nodes_before, Unknown unknown,
                               SparseRow& row) {
  for (const auto& node : change.new_nodes) {
    if (!by_degree_) node_labels_.push_back(node.label);
    for (auto& labels : labels_) labels.push_back(LabelDictionary::kUnknown);
  }
  const std::vector<int> touched = touched_nodes(change, nodes_before);
  unseen_ = 0;
  std::vector<int> affected = touched, changed;
  for (int h = 0; h <= iterations_; ++h) {
    if (h > 0) affected = adjacency_.with_neighbourhood(touched, changed);
    changed.clear();
    for (const int node : affected) {
      const int label = label_of(h, node, unknown);
      int& stored = labels_[h][node];
      const bool is_new = node >= nodes_before;
      if (label == LabelDictionary::kUnknown) ++unseen_;
      if (label == stored && !is_new) continue;
      if (!is_new) row.push_back({stored, -1});
      if (label != LabelDictionary::kUnknown) row.push_back({label, 1});
      journal_.push_back({h, node, stored});
      stored = label;
      changed.push_back(node);
    }
  }
  tidy(row);
}

SparseRow WeisfeilerLehman::tried(const FeatureChange& change, Unknown unknown) {
  const int before = adjacency_.nodes();
  SparseRow row;
  const FeatureChange inverse = adjacency_.apply(change);
  journal_.clear();
  relabel(change, before, unknown, row);
  for (auto step = journal_.rbegin(); step != journal_.rend(); ++step)
    labels_[step->iteration][step->node] = step->before;
  adjacency_.undo(inverse);
  for (auto& labels : labels_) labels.resize(adjacency_.nodes());
  if (!by_degree_) node_labels_.resize(adjacency_.nodes());
  return row;
}

SparseRow WeisfeilerLehman::features() const {
  SparseRow row;
  for (const auto& labels : labels_)
    for (const int label : labels) row.push_back({label, 1});
  tidy(row);
  return row;
}

SparseRow WeisfeilerLehman::apply(const FeatureChange& change) {
  const int before = adjacency_.nodes();
  SparseRow row;
  adjacency_.apply(change);
  journal_.clear();
  relabel(change, before, Unknown::intern, row);
  return row;
}

SparseRow WeisfeilerLehman::probe(const FeatureChange& change, int* unseen) {
  SparseRow row = tried(change, Unknown::skip);
  if (unseen != nullptr) *unseen = unseen_;
  return row;
}

SparseRow WeisfeilerLehman::learn(const FeatureChange& change) {
  return tried(change, Unknown::intern);
}

}  // namespace bora::surrogates
