#include "nas/otmann/transport.h"

#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include <lemon/network_simplex.h>
#include <lemon/smart_graph.h>

#include "common/error.h"

namespace bora::nas {
namespace {

using Graph = lemon::SmartDigraph;

void check(const Eigen::VectorXd& a, const Eigen::VectorXd& b, const Eigen::MatrixXd& C) {
  if (C.rows() != a.size() || C.cols() != b.size())
    throw InputError("costs: {} x {}, expected {} x {}", C.rows(), C.cols(), a.size(), b.size());
  for (const Eigen::VectorXd* masses : {&a, &b})
    for (const double mass : *masses)
      if (!(mass >= 0) || std::isinf(mass)) throw InputError("masses: {} is not a finite number >= 0", mass);
  if (!(C.array() >= 0).all()) throw InputError("costs: one is negative or no number");
}

}  // namespace

double partial_transport(const Eigen::VectorXd& a, const Eigen::VectorXd& b, const Eigen::MatrixXd& C) {
  check(a, b, C);
  const double total = a.sum() + b.sum();
  if (std::isinf(total)) throw InputError("masses: they sum to more than a number can hold");
  constexpr double kLeast = 1e-200;  // smaller totals would make the unit of mass underflow
  if (total < kLeast) return 0;
  // The network simplex is exact only for integers. In their units masses sum to at most 2^32, and costs are
  // at most 2 * 2^24, so sums fit into 64 bits.
  constexpr int kMassBits = 32, kCostBits = 24;
  const double mass_unit = std::ldexp(1.0, std::ilogb(total) + 1 - kMassBits);
  const double cost_unit = std::ldexp(1.0, -kCostBits);
  const auto whole = [](double value, double unit) {
    return static_cast<std::int64_t>(std::llround(value / unit));
  };

  Graph graph;
  std::vector<Graph::Node> left, right;
  for (Eigen::Index i = 0; i < a.size(); ++i) left.push_back(graph.addNode());
  for (Eigen::Index j = 0; j < b.size(); ++j) right.push_back(graph.addNode());
  // Unassigned mass of a flows to `sink`; unassigned mass of b flows from `source`.
  const Graph::Node sink = graph.addNode(), source = graph.addNode();
  Graph::ArcMap<std::int64_t> cost(graph);
  Graph::NodeMap<std::int64_t> supply(graph, 0);
  const auto connect = [&](Graph::Node from, Graph::Node to, std::int64_t price) {
    cost[graph.addArc(from, to)] = price;
  };
  const std::int64_t one = whole(1, cost_unit);
  for (Eigen::Index i = 0; i < a.size(); ++i) {
    const auto from = left[static_cast<std::size_t>(i)];
    supply[from] = whole(a[i], mass_unit);
    supply[sink] -= supply[from];
    connect(from, sink, one);
    for (Eigen::Index j = 0; j < b.size(); ++j)
      if (C(i, j) < 2)  // leaving a unit of a and one of b unassigned costs 2
        connect(from, right[static_cast<std::size_t>(j)], whole(C(i, j), cost_unit));
  }
  // `source` supplies as much as b needs, and `sink` takes as much as a has; what is assigned otherwise flows
  // directly from source to sink.
  for (Eigen::Index j = 0; j < b.size(); ++j) {
    const auto to = right[static_cast<std::size_t>(j)];
    supply[to] = -whole(b[j], mass_unit);
    supply[source] -= supply[to];
    connect(source, to, one);
  }
  connect(source, sink, 0);
  lemon::NetworkSimplex<Graph, std::int64_t> simplex(graph);
  if (simplex.costMap(cost).supplyMap(supply).run() != simplex.OPTIMAL)
    throw std::logic_error("transport: no optimum");
  return static_cast<double>(simplex.totalCost()) * mass_unit * cost_unit;
}

}  // namespace bora::nas
