#include "surrogates/kernels/graph/multiscale_laplacian.h"

#include <cmath>
#include <utility>

#include "common/error.h"

namespace bora::surrogates {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// Returns the adjacency matrix without directions.
MatrixXd undirected(const LabelledDag& graph) {
  MatrixXd A = MatrixXd::Zero(graph.nodes(), graph.nodes());
  for (const auto& [from, to] : graph.edges) A(from, to) = A(to, from) = 1;
  return A;
}

// Returns the nodes at most `radius` edges away from each node.
std::vector<std::vector<int>> balls(const MatrixXd& adjacency, int radius) {
  const Eigen::Index n = adjacency.rows();
  MatrixXd near = MatrixXd::Identity(n, n);
  const MatrixXd step = adjacency + near;
  for (int r = 0; r < radius; ++r) near = (near * step).cwiseMin(1).eval();
  std::vector<std::vector<int>> out(static_cast<std::size_t>(n));
  for (Eigen::Index v = 0; v < n; ++v)
    for (Eigen::Index u = 0; u < n; ++u)
      if (near(v, u) > 0) out[static_cast<std::size_t>(v)].push_back(static_cast<int>(u));
  return out;
}

}  // namespace

void MultiscaleLaplacianOptions::check() const {
  if (levels < 0) throw InputError("levels: {} is below 0", levels);
  if (rank < 1) throw InputError("rank: {} is below 1", rank);
  laplacian.check();
}

MultiscaleLaplacian::MultiscaleLaplacian(const std::vector<LabelledDag>& reference, int labels,
                                         MultiscaleLaplacianOptions options)
    : labels_(labels), options_(options) {
  options_.check();
  if (reference.empty()) throw InputError("reference: no graphs, expected at least 1");
  for (int level = 1; level <= options_.levels; ++level) {
    std::vector<LaplacianSummary> all;
    for (const LabelledDag& graph : reference)
      for (LaplacianSummary& one : neighbourhoods(graph, level)) all.push_back(std::move(one));
    bases_.push_back(chosen_from(all));
  }
}

LaplacianSummary MultiscaleLaplacian::summary(const LabelledDag& graph) const {
  const MatrixXd A = undirected(graph);
  return laplacian_summary(features(graph, A, options_.levels), A, options_.laplacian);
}

MatrixXd MultiscaleLaplacian::features(const LabelledDag& graph, const MatrixXd& adjacency, int level) const {
  if (level == 0) {
    MatrixXd U = MatrixXd::Zero(graph.nodes(), labels_);
    for (int v = 0; v < graph.nodes(); ++v) {
      const int label = graph.labels[static_cast<std::size_t>(v)];
      if (label < 0 || label >= labels_) throw InputError("labels: {} is not within [0, {})", label, labels_);
      U(v, label) = 1;
    }
    return U;
  }
  const Basis& basis = bases_[static_cast<std::size_t>(level) - 1];
  const auto all = neighbourhoods(graph, level);
  MatrixXd K(static_cast<Eigen::Index>(basis.landmarks.size()), adjacency.rows());
  for (Eigen::Index v = 0; v < K.cols(); ++v)
    for (Eigen::Index j = 0; j < K.rows(); ++j)
      K(j, v) =
          laplacian_kernel(basis.landmarks[static_cast<std::size_t>(j)], all[static_cast<std::size_t>(v)]);
  return basis.lower.triangularView<Eigen::Lower>().solve(K).transpose();
}

std::vector<LaplacianSummary> MultiscaleLaplacian::neighbourhoods(const LabelledDag& graph,
                                                                  int radius) const {
  const MatrixXd A = undirected(graph);
  const MatrixXd U = features(graph, A, radius - 1);
  std::vector<LaplacianSummary> all;
  for (const std::vector<int>& ball : balls(A, radius))
    all.push_back(laplacian_summary(U(ball, Eigen::all), A(ball, ball), options_.laplacian));
  return all;
}

// Each pivot is the neighbourhood with the largest remaining variance. Ends at `rank` landmarks, or if no
// variance remains.
MultiscaleLaplacian::Basis MultiscaleLaplacian::chosen_from(const std::vector<LaplacianSummary>& all) const {
  constexpr double kLeast = 1e-6;  // share of the kernel's diagonal, which is 1
  const auto n = static_cast<Eigen::Index>(all.size());
  Basis basis;
  std::vector<Eigen::Index> chosen;
  MatrixXd F = MatrixXd::Zero(n, options_.rank);  // F F' approximates the kernel
  VectorXd left = VectorXd::Ones(n);
  for (Eigen::Index r = 0; r < options_.rank; ++r) {
    Eigen::Index next = 0;
    const double most = left.maxCoeff(&next);
    if (most < kLeast) break;
    basis.landmarks.push_back(all[static_cast<std::size_t>(next)]);
    chosen.push_back(next);
    VectorXd column(n);
    for (Eigen::Index i = 0; i < n; ++i)
      column[i] = laplacian_kernel(basis.landmarks.back(), all[static_cast<std::size_t>(i)]);
    F.col(r) = (column - F.leftCols(r) * F.row(next).head(r).transpose()) / std::sqrt(most);
    left -= F.col(r).cwiseAbs2();
  }
  basis.lower = F(chosen, Eigen::seqN(0, static_cast<Eigen::Index>(chosen.size())));
  return basis;
}

}  // namespace bora::surrogates
