#include "surrogates/kernels/graph/dag_counts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "common/error.h"

namespace bora::surrogates {

WlCounter::WlCounter(int iterations, WlDirection direction) : iterations_(iterations), direction_(direction) {
  if (iterations < 0) throw InputError("Weisfeiler-Lehman iterations: {} is below 0", iterations);
}

std::vector<std::vector<int>> WlCounter::labels(const LabelledDag& graph) {
  // Separator of the parts of a signature; label numbers are >= 0.
  constexpr int kNext = -1;
  const DagNeighbours around(graph);
  std::vector<std::vector<int>> all;
  std::vector<int> signature, beside;
  for (int h = 0; h <= iterations_; ++h) {
    std::vector<int> next(graph.labels.size());
    const auto append = [&](const std::vector<int>& neighbours) {
      for (const int v : neighbours) beside.push_back(all.back()[static_cast<std::size_t>(v)]);
    };
    const auto close = [&] {
      std::sort(beside.begin(), beside.end());
      signature.push_back(kNext);
      signature.insert(signature.end(), beside.begin(), beside.end());
      beside.clear();
    };
    for (std::size_t v = 0; v < next.size(); ++v) {
      // The signature begins with the iteration, so that labels of different iterations differ.
      signature = {h, h == 0 ? graph.labels[v] : all.back()[v]};
      if (h > 0) {
        if (direction_ != WlDirection::out) append(around.before[v]);
        if (direction_ == WlDirection::both) close();
        if (direction_ != WlDirection::in) append(around.after[v]);
        close();
      }
      next[v] = dictionary_.intern(signature);
    }
    all.push_back(std::move(next));
  }
  return all;
}

std::vector<SparseRow> WlCounter::levels(const LabelledDag& graph) {
  std::vector<SparseRow> rows;
  SparseRow row;
  for (const auto& of_iteration : labels(graph)) {
    for (const int label : of_iteration) row.push_back({label, 1.0});
    tidy(row);
    rows.push_back(row);
  }
  return rows;
}

SparseRow WlCounter::counts(const LabelledDag& graph) {
  return levels(graph).back();
}

SparseRow EdgeCounter::counts(const LabelledDag& graph) {
  SparseRow row;
  for (const auto& [from, to] : graph.edges) {
    int first = graph.labels[static_cast<std::size_t>(from)];
    int second = graph.labels[static_cast<std::size_t>(to)];
    if (direction_ == EdgeDirection::undirected && first > second) std::swap(first, second);
    count({first, second}, 1, row);
  }
  tidy(row);
  return row;
}

SparseRow PathCounter::counts(const LabelledDag& graph) {
  const DagNeighbours around(graph);
  // Sequences of labels along the paths from the first node to each node, with the number of these paths.
  std::vector<std::map<std::vector<int>, double>> to(graph.labels.size());
  to.front()[{}] = 1;
  const std::size_t last = graph.labels.size() - 1;
  for (std::size_t v = 1; v <= last; ++v)
    for (const int u : around.before[v])
      for (const auto& [before, times] : to[static_cast<std::size_t>(u)]) {
        std::vector<int> sequence = before;
        if (v != last) sequence.push_back(graph.labels[v]);
        to[v][std::move(sequence)] += times;
        if (static_cast<int>(to[v].size()) > most_)
          throw InputError("paths: a graph of {} nodes has more than {} different ones", graph.nodes(),
                           most_);
      }
  SparseRow row;
  for (const auto& [sequence, times] : to[last]) count(sequence, times, row);
  tidy(row);
  return row;
}

SparseRow ShortestPathCounter::counts(const LabelledDag& graph) {
  const DagNeighbours around(graph);
  const int n = graph.nodes();
  SparseRow row;
  std::vector<int> distance(static_cast<std::size_t>(n));
  for (int from = 0; from < n; ++from) {
    constexpr int kFar = 1 << 30;
    std::fill(distance.begin(), distance.end(), kFar);
    distance[static_cast<std::size_t>(from)] = 0;
    for (int v = from; v < n; ++v) {
      const int here = distance[static_cast<std::size_t>(v)];
      if (here == kFar) continue;
      for (const int next : around.after[static_cast<std::size_t>(v)])
        distance[static_cast<std::size_t>(next)] =
            std::min(distance[static_cast<std::size_t>(next)], here + 1);
      if (v != from)
        count({graph.labels[static_cast<std::size_t>(from)], graph.labels[static_cast<std::size_t>(v)], here},
              1, row);
    }
  }
  tidy(row);
  return row;
}

WalkCounter::WalkCounter(int longest, double decay) : longest_(longest), step_(std::sqrt(decay)) {
  if (longest < 0) throw InputError("longest: {} is below 0", longest);
  if (!(decay > 0 && decay <= 1)) throw InputError("decay: {} is not in (0, 1]", decay);
}

SparseRow WalkCounter::counts(const LabelledDag& graph) {
  const DagNeighbours around(graph);
  // Sequences of labels along the walks of the present length that end at each node, with their weighted
  // number.
  std::vector<std::map<std::vector<int>, double>> ending(graph.labels.size());
  for (std::size_t v = 0; v < ending.size(); ++v) ending[v][{graph.labels[v]}] = 1;
  SparseRow row;
  for (int length = 0;; ++length) {
    for (const auto& walks : ending)
      for (const auto& [sequence, times] : walks) count(sequence, times, row);
    if (length == longest_) break;
    std::vector<std::map<std::vector<int>, double>> longer(ending.size());
    for (std::size_t v = 0; v < ending.size(); ++v)
      for (const int u : around.before[v])
        for (const auto& [before, times] : ending[static_cast<std::size_t>(u)]) {
          std::vector<int> sequence = before;
          sequence.push_back(graph.labels[v]);
          longer[v][std::move(sequence)] += times * step_;
        }
    ending = std::move(longer);
  }
  tidy(row);
  return row;
}

SparseRow unary(const SparseRow& counts, int most) {
  SparseRow row;
  for (const SparseEntry& entry : counts) {
    if (entry.value < 0 || entry.value >= most || entry.value != std::floor(entry.value))
      throw InputError("unary: a count of {}, expected a whole number below {}", entry.value, most);
    if (entry.column >= std::numeric_limits<int>::max() / most)
      throw InputError("unary: column {}, expected one below {}", entry.column,
                       std::numeric_limits<int>::max() / most);
    for (int i = 0; i < static_cast<int>(entry.value); ++i) row.push_back({entry.column * most + i, 1.0});
  }
  return row;
}

SparseRow normalised(SparseRow row) {
  double squares = 0;
  for (const SparseEntry& entry : row) squares += entry.value * entry.value;
  const double norm = std::sqrt(squares);
  if (norm > 0)
    for (SparseEntry& entry : row) entry.value /= norm;
  return row;
}

}  // namespace bora::surrogates
