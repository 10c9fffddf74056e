// Multiscale Laplacian graph kernel (Kondor and Pan, NeurIPS 2016, definitions 4 and 5).
#pragma once

#include <vector>

#include "surrogates/kernels/graph/labelled_dag.h"
#include "surrogates/kernels/graph/laplacian_kernel.h"

namespace bora::surrogates {

struct MultiscaleLaplacianOptions {
  int levels = 2;              ///< L: number of levels of neighbourhoods, of radius 1 to L, >= 0
  LaplacianOptions laplacian;  ///< options of all levels
  int rank = 20;               ///< largest number of features of a node that represent a level's kernel, >= 1
  void check() const;          ///< throws InputError naming the field
};

/// Graphs are compared by the Laplacian kernel on features of their nodes, whose inner products are the
/// Laplacian kernel between the nodes' neighbourhoods of radius L, its features in turn the kernel between
/// those of radius L - 1 around their nodes, and so on down to 1, whose nodes have their labels, one-hot.
/// Edges have no direction here. Graphs need not be connected; isomorphic ones are the same.
///
/// The features of a level are of low rank (section 4 there): Nystroem's, of nodes of given graphs. The paper
/// draws nodes and keeps the leading eigenvectors; here pivoted Cholesky factorisation says which nodes are
/// kept, so that no more are compared than there are features.
class MultiscaleLaplacian {
 public:
  /// reference: graphs whose nodes the features are chosen from, at least one; labels: how many there are,
  /// each label in [0, labels). Throws InputError.
  MultiscaleLaplacian(const std::vector<LabelledDag>& reference, int labels,
                      MultiscaleLaplacianOptions options);

  /// Throws InputError for labels outside the range.
  LaplacianSummary summary(const LabelledDag& graph) const;
  /// Returns K(a, b).
  double operator()(const LabelledDag& a, const LabelledDag& b) const {
    return laplacian_kernel(summary(a), summary(b));
  }

 private:
  // Landmark neighbourhoods of a level. A node's features are its kernel with them, made orthonormal.
  struct Basis {
    std::vector<LaplacianSummary> landmarks;
    Eigen::MatrixXd lower;  // Cholesky factor of the kernel between the landmarks
  };
  // Returns the features of nodes at `level`, n x p; those of level 0 are the labels, one-hot.
  Eigen::MatrixXd features(const LabelledDag& graph, const Eigen::MatrixXd& adjacency, int level) const;
  // Returns the summary of each node's neighbourhood of a radius, whose nodes have the features of the level
  // below.
  std::vector<LaplacianSummary> neighbourhoods(const LabelledDag& graph, int radius) const;
  Basis chosen_from(const std::vector<LaplacianSummary>& all) const;

  int labels_;
  MultiscaleLaplacianOptions options_;
  std::vector<Basis> bases_;  // bases of levels 1, 2, ...
};

}  // namespace bora::surrogates
