// Products and triangular solves with a handful of right-hand sides.
#pragma once

#include <Eigen/Core>

namespace bora::surrogates {

/// General matrix products copy ("pack") both operands into the caches' shape first, which pays off over many
/// columns. With a handful the copying of the large operand is most of the work; these read it once. Up to
/// this many columns they are the faster way (measured for n = 200 ... 2,000).
inline constexpr Eigen::Index kFewColumns = 12;
/// Columns of candidates that are screened at once: n x 256 floats stay in the second-level cache for n =
/// 1000.
inline constexpr Eigen::Index kScreeningBlock = 256;

/// Returns the product A' B, where A is k x n and B is k x m, for any m.
Eigen::MatrixXd transposed_product(const Eigen::Ref<const Eigen::MatrixXd>& A,
                                   const Eigen::Ref<const Eigen::MatrixXd>& B);
/// Subtracts a product, C -= A B, where A is n x k, B is k x m and C is n x m.
void subtract_product(const Eigen::Ref<const Eigen::MatrixXd>& A, const Eigen::Ref<const Eigen::MatrixXd>& B,
                      Eigen::Ref<Eigen::MatrixXd> C);

/// Replace B by L^-1 B, or L'^-1 B. lower: L, n x n, lower triangle read; B: n x m.
void solve_lower_in_place(const Eigen::Ref<const Eigen::MatrixXd>& lower, Eigen::Ref<Eigen::MatrixXd> B);
void solve_upper_in_place(const Eigen::Ref<const Eigen::MatrixXd>& lower, Eigen::Ref<Eigen::MatrixXd> B);

}  // namespace bora::surrogates
