// Laplacian graph kernel on features of nodes (Kondor and Pan, NeurIPS 2016, definition 2).
#pragma once

#include <Eigen/Core>

namespace bora::surrogates {

struct LaplacianOptions {
  double eta = 0.1;    ///< added to the Laplacian's diagonal, which is singular without it, > 0
  double gamma = 0.1;  ///< added to the covariance's diagonal, > 0
  void check() const;  ///< throws InputError naming the field
};

/// Summary of a graph of n nodes, from which the kernel is computed. Features of nodes, summed with weights
/// that are drawn from a normal distribution whose precision is the Laplacian, are normal with covariance
///   S = U' (L + eta I)^-1 U + gamma I,   U: n x p, the features; L = D - A.
struct LaplacianSummary {
  Eigen::MatrixXd precision;   ///< S^-1, p x p
  double log_determinant = 0;  ///< log determinant of S
};

/// features: U, n x p; adjacency: A, n x n, symmetric, >= 0, its diagonal 0.
LaplacianSummary laplacian_summary(const Eigen::MatrixXd& features, const Eigen::MatrixXd& adjacency,
                                   const LaplacianOptions& options);

/// Returns Bhattacharyya's coefficient of the two normal distributions,
///   |(S1^-1 + S2^-1)^-1 2|^(1/2) / (|S1| |S2|)^(1/4),
/// within (0, 1], 1 for the same S; positive semi-definite. Both summaries have the same p.
double laplacian_kernel(const LaplacianSummary& a, const LaplacianSummary& b);

}  // namespace bora::surrogates
