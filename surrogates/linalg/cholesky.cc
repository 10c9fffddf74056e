#include "surrogates/linalg/cholesky.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>

namespace bora::surrogates {
namespace {

/// Replaces a lower triangular matrix by its inverse; the strict upper triangle is not changed.
void invert_in_place(Eigen::Ref<Eigen::MatrixXd> lower) {
  constexpr Eigen::Index kSmall = 32;
  const Eigen::Index n = lower.rows();
  if (n <= kSmall) {
    Eigen::MatrixXd inverse = Eigen::MatrixXd::Identity(n, n);
    lower.triangularView<Eigen::Lower>().solveInPlace(inverse);
    lower.triangularView<Eigen::Lower>() = inverse;
    return;
  }
  // [A 0; B C]^-1 = [A^-1 0; -C^-1 B A^-1 C^-1].
  const Eigen::Index half = n / 2;
  auto a = lower.topLeftCorner(half, half);
  auto b = lower.bottomLeftCorner(n - half, half);
  auto c = lower.bottomRightCorner(n - half, n - half);
  a.triangularView<Eigen::Lower>().solveInPlace<Eigen::OnTheRight>(b);
  c.triangularView<Eigen::Lower>().solveInPlace(b);
  b = -b;
  invert_in_place(a);
  invert_in_place(c);
}

}  // namespace

void mirror_lower(Eigen::Ref<Eigen::MatrixXd> A) {
  // Reading a row of a large column-major matrix touches one cache line for each column; a block uses the
  // whole lines.
  constexpr Eigen::Index kBlock = 64;
  const Eigen::Index n = A.rows();
  for (Eigen::Index first = 0; first < n; first += kBlock) {
    const Eigen::Index size = std::min(kBlock, n - first);
    auto diagonal = A.block(first, first, size, size);
    diagonal.triangularView<Eigen::StrictlyUpper>() = diagonal.transpose();
    for (Eigen::Index below = first + size; below < n; below += kBlock) {
      const Eigen::Index rows = std::min(kBlock, n - below);
      A.block(first, below, size, rows) = A.block(below, first, rows, size).transpose();
    }
  }
}

bool try_cholesky_in_place(Eigen::Ref<Eigen::MatrixXd> A) {
  const Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>> factorisation(A);
  // Eigen's test `pivot <= 0` lets a NaN pass.
  return factorisation.info() == Eigen::Success && std::isfinite(A.diagonal().sum());
}

std::optional<CholeskyFactor> cholesky(const Eigen::MatrixXd& A, const JitterSchedule& schedule) {
  CholeskyFactor factor{A, 0.0};
  const auto jitter = cholesky_in_place(factor.lower, schedule, [&] { factor.lower = A; });
  if (!jitter) return std::nullopt;
  factor.jitter = *jitter;
  factor.lower.triangularView<Eigen::StrictlyUpper>().setZero();
  return factor;
}

std::optional<CholeskyFactor> append(const CholeskyFactor& factor, const Eigen::MatrixXd& cross,
                                     const Eigen::MatrixXd& block, const JitterSchedule& schedule) {
  const Eigen::Index n = factor.size();
  const Eigen::Index m = block.rows();
  const Eigen::MatrixXd below = solve_lower(factor, cross);
  Eigen::MatrixXd schur = block - below.transpose() * below;
  schur.diagonal().array() += factor.jitter;
  const auto corner = cholesky(schur, schedule);
  if (!corner) return std::nullopt;
  CholeskyFactor grown{Eigen::MatrixXd::Zero(n + m, n + m), factor.jitter};
  grown.lower.topLeftCorner(n, n) = factor.lower;
  grown.lower.bottomLeftCorner(m, n) = below.transpose();
  grown.lower.bottomRightCorner(m, m) = corner->lower;
  return grown;
}

Eigen::MatrixXd solve_lower(const CholeskyFactor& factor, const Eigen::MatrixXd& B) {
  return factor.lower.triangularView<Eigen::Lower>().solve(B);
}

Eigen::MatrixXd solve_upper(const CholeskyFactor& factor, const Eigen::MatrixXd& B) {
  return factor.lower.triangularView<Eigen::Lower>().transpose().solve(B);
}

Eigen::MatrixXd solve(const CholeskyFactor& factor, const Eigen::MatrixXd& B) {
  return solve_upper(factor, solve_lower(factor, B));
}

// L^-1 and L'^-1 L^-1 take n^3 / 6 multiplications each if zeros are skipped. Solving for the columns of the
// identity would take three times as many as both.
Eigen::MatrixXd inverse(CholeskyFactor factor) {
  constexpr Eigen::Index kBlock = 64;
  const Eigen::Index n = factor.size();
  invert_in_place(factor.lower);
  // A factor computed in place has old entries above the diagonal.
  factor.lower.triangularView<Eigen::StrictlyUpper>().setZero();
  Eigen::MatrixXd result = Eigen::MatrixXd::Zero(n, n);
  for (Eigen::Index first = 0; first < n; first += kBlock) {
    const Eigen::Index rows = std::min(kBlock, n - first), end = first + rows;
    result.topLeftCorner(end, end).selfadjointView<Eigen::Lower>().rankUpdate(
        factor.lower.block(first, 0, rows, end).transpose());
  }
  mirror_lower(result);
  return result;
}

double log_determinant(const CholeskyFactor& factor) {
  return 2 * factor.lower.diagonal().array().log().sum();
}

}  // namespace bora::surrogates
