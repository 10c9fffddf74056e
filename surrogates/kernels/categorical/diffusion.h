// Diffusion kernels of categorical and ordered variables, whose values are vertices of graphs.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "surrogates/kernels/categorical/overlap.h"

namespace bora::surrogates {

/// Graph whose vertices 0, ..., vertices - 1 are the values of a variable: a path, in which each value is
/// adjacent to the next one, or a complete graph, in which all are adjacent.
struct ValueGraph {
  int vertices = 2;  ///< >= 2
  bool path = false;
};

/// Returns the eigenvalues of the Laplacian of the graph: 0, then the others in ascending order.
Eigen::ArrayXd laplacian_eigenvalues(const ValueGraph& graph);

/// Kernel exp(-beta L) of the vertices of one graph with the Laplacian L, divided by the mean of its
/// diagonal. It has closed forms for both kinds of graphs. Let l_k be the eigenvalues of L, and g_k =
/// exp(-beta l_k) / mean exp(-beta l).
/// - Complete graph of n vertices (l = 0, n, ..., n): 1 for equal, (g_0 - g_1) / n for different vertices.
/// - Path (l_k = 2 - 2 cos(pi k / n), eigenvectors cos(pi k (u + 1/2) / n)): h(|u - v|) + h(u + v + 1) for
///   the vertices u and v, with h(m) = (g_0 / 2 + sum_k>0 g_k cos(pi k m / n)) / n.
class VertexKernel {
 public:
  /// derivative: whether the values are the derivatives of the kernel w.r.t. log beta instead.
  VertexKernel(const ValueGraph& graph, double log_beta, bool derivative = false);
  /// Returns the n values of the kernel between the vertices x (n) and v.
  Eigen::VectorXd column(const Eigen::Ref<const Eigen::VectorXd>& x, double v) const;
  /// Returns the n x m values of the kernel between the vertices x (n) and z (m).
  Eigen::MatrixXd cross(const Eigen::Ref<const Eigen::VectorXd>& x,
                        const Eigen::Ref<const Eigen::VectorXd>& z) const;

 private:
  ValueGraph graph_;
  // Path: h(0), ..., h(2n - 1). Complete graph: values for equal and for different vertices.
  Eigen::VectorXd table_;
};

/// Diffusion kernel of the Cartesian product of graphs, one for each variable: the product of their
/// VertexKernels, each with its own beta (Oh, Tomczak, Gavves and Welling, NeurIPS 2019, the kernel of
/// COMBO). The division by the mean of the diagonal is that of the authors' code. A variable with a large
/// beta has no effect; points that differ in a variable with a beta near 0 are uncorrelated. Points are
/// vectors of vertices. Hyper-parameters: log beta_1, ..., log beta_d, default 0, within [-12, log 100].
class DiffusionKernel final : public CategoricalKernel {
 public:
  /// Throws InputError for no graphs, or one of fewer than two vertices.
  explicit DiffusionKernel(std::vector<ValueGraph> graphs);

  Eigen::MatrixXd cross(const Eigen::MatrixXd& X, const Eigen::MatrixXd& Z) const override;
  Eigen::VectorXd diag(const Eigen::MatrixXd& X) const override;
  std::vector<std::string> hyperparameter_names() const override;
  Eigen::VectorXd gram_gradient(const Eigen::MatrixXd& X, const Eigen::MatrixXd& W) const override;
  std::unique_ptr<Kernel> clone() const override { return std::make_unique<DiffusionKernel>(*this); }
  const std::vector<ValueGraph>& graphs() const { return graphs_; }

 private:
  void changed() override;
  std::vector<ValueGraph> graphs_;
  std::vector<VertexKernel> parts_;  // kernel of each variable with its present beta
};

}  // namespace bora::surrogates
