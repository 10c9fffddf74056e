// Products and triangular solves with few right-hand sides.
#pragma once

#include <Eigen/Core>

namespace bora::surrogates {

/// Largest number of columns for which the functions below do not use Eigen's general products. Those first
/// copy ("pack") both operands into blocks that fit the caches. With few columns, packing the large operand
/// is most of the work; the functions below read it once instead (measured for n = 200 ... 2,000).
inline constexpr Eigen::Index kFewColumns = 12;
/// Number of candidates, stored as columns, that are screened at once: n x 256 floats stay in the
/// second-level cache for n = 1000.
inline constexpr Eigen::Index kScreeningBlock = 256;

/// Returns A' B, where A is k x n, and B is k x m with any m.
Eigen::MatrixXd transposed_product(const Eigen::Ref<const Eigen::MatrixXd>& A,
                                   const Eigen::Ref<const Eigen::MatrixXd>& B);
/// Subtracts A B from C, where A is n x k, B is k x m and C is n x m.
void subtract_product(const Eigen::Ref<const Eigen::MatrixXd>& A, const Eigen::Ref<const Eigen::MatrixXd>& B,
                      Eigen::Ref<Eigen::MatrixXd> C);

/// Replace B (n x m) by L^-1 B, or by L'^-1 B. lower: L, n x n, of which only the lower triangle is read.
void solve_lower_in_place(const Eigen::Ref<const Eigen::MatrixXd>& lower, Eigen::Ref<Eigen::MatrixXd> B);
void solve_upper_in_place(const Eigen::Ref<const Eigen::MatrixXd>& lower, Eigen::Ref<Eigen::MatrixXd> B);

}  // namespace bora::surrogates
