// Laplacian graph kernel with features of nodes (Kondor and Pan, NeurIPS 2016, definition 2).
#pragma once

#include <Eigen/Core>

namespace bora::surrogates {

struct LaplacianOptions {
  double eta = 0.1;    ///< added to the diagonal of the Laplacian, which is singular, > 0
  double gamma = 0.1;  ///< added to the diagonal of the covariance, > 0
  void check() const;  ///< throws InputError naming the field
};

/// Summary of a graph of n nodes, from which the kernel is computed. If the features of nodes, U (n x p), are
/// summed with normal weights whose precision is L + eta I, L = D - A, the sum is normal. With gamma I added,
/// its covariance is
///   S = U' (L + eta I)^-1 U + gamma I.
struct LaplacianSummary {
  Eigen::MatrixXd precision;   ///< S^-1, p x p
  double log_determinant = 0;  ///< log determinant of S
};

/// Computes the summary that the kernel needs of a graph. features: U, n x p; adjacency: A, n x n, symmetric,
/// >= 0, with diagonal 0.
LaplacianSummary laplacian_summary(const Eigen::MatrixXd& features, const Eigen::MatrixXd& adjacency,
                                   const LaplacianOptions& options);

/// Returns the kernel, the Bhattacharyya coefficient of the two normal distributions,
///   |2 (S1^-1 + S2^-1)^-1|^(1/2) / (|S1| |S2|)^(1/4).
/// It is within (0, 1], and 1 for equal S. Both summaries must have the same p.
double laplacian_kernel(const LaplacianSummary& a, const LaplacianSummary& b);

}  // namespace bora::surrogates
