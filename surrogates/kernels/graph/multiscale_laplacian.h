// Multiscale Laplacian graph kernel (Kondor and Pan, NeurIPS 2016, definitions 4 and 5).
#pragma once

#include <vector>

#include "surrogates/kernels/graph/labelled_dag.h"
#include "surrogates/kernels/graph/laplacian_kernel.h"

namespace bora::surrogates {

struct MultiscaleLaplacianOptions {
  int levels = 2;              ///< number L of levels, with neighbourhoods of radius 1 to L, >= 0
  LaplacianOptions laplacian;  ///< options of the Laplacian kernel at all levels
  int rank = 20;               ///< maximum number of features of a node at a level, >= 1
  void check() const;          ///< throws InputError naming the field
};

/// Kernel that compares graphs recursively. Two graphs are compared by the Laplacian kernel with features of
/// their nodes. The inner product of the features of two nodes is the Laplacian kernel between their
/// neighbourhoods of radius L. The features of nodes in these are defined by neighbourhoods of radius L - 1,
/// and so on; in neighbourhoods of radius 1 they are the one-hot labels. Directions of edges are ignored,
/// graphs need not be connected, and isomorphic graphs have kernel 1.
///
/// The features of a level are a low-rank approximation by the Nystroem method, from nodes of given graphs
/// (section 4 of the paper). The paper draws these nodes at random and keeps the leading eigenvectors. Here a
/// pivoted Cholesky factorisation selects as many nodes as there are features.
class MultiscaleLaplacian {
 public:
  /// reference: graphs from whose nodes the approximation is computed, at least one; labels: number of
  /// labels, which are in [0, labels). Throws InputError.
  MultiscaleLaplacian(const std::vector<LabelledDag>& reference, int labels,
                      MultiscaleLaplacianOptions options);

  /// Returns the summary of a graph, from which laplacian_kernel() computes the kernel. Throws InputError for
  /// labels outside the range.
  LaplacianSummary summary(const LabelledDag& graph) const;
  /// Returns K(a, b).
  double operator()(const LabelledDag& a, const LabelledDag& b) const {
    return laplacian_kernel(summary(a), summary(b));
  }

 private:
  // Landmark neighbourhoods of a level. The features of a node are L^-1 times its kernel with the landmarks.
  struct Basis {
    std::vector<LaplacianSummary> landmarks;
    Eigen::MatrixXd lower;  // L, the Cholesky factor of the kernel between the landmarks
  };
  // Returns the features of nodes at `level`, n x p; those of level 0 are the labels, one-hot.
  Eigen::MatrixXd features(const LabelledDag& graph, const Eigen::MatrixXd& adjacency, int level) const;
  // Returns the summary of the neighbourhood of each node, with features of level radius - 1.
  std::vector<LaplacianSummary> neighbourhoods(const LabelledDag& graph, int radius) const;
  // Selects the landmarks among neighbourhoods by pivoted Cholesky factorisation of their kernel.
  Basis chosen_from(const std::vector<LaplacianSummary>& all) const;

  int labels_;
  MultiscaleLaplacianOptions options_;
  std::vector<Basis> bases_;  // bases of levels 1, 2, ...
};

}  // namespace bora::surrogates
