// Cholesky factors of covariance matrices: with growing jitter, growing by rows, solves, log-determinant.
#pragma once

#include <optional>

#include <Eigen/Core>

namespace bora::surrogates {

/// Diagonal jitter tried when a matrix is not positive definite: none, then `first` times the mean of the
/// diagonal, then ten times more, at most up to `last` times that mean.
struct JitterSchedule {
  double first = 1e-10;
  double last = 1e-4;
};

/// L L' = A + jitter I.
struct CholeskyFactor {
  Eigen::MatrixXd lower;  ///< L: n x n; the strict upper triangle is zero
  double jitter = 0;

  Eigen::Index size() const { return lower.rows(); }
};

/// Makes A symmetric by copying its lower triangle to the upper one; A: n x n.
void mirror_lower(Eigen::Ref<Eigen::MatrixXd> A);

/// Factorises a symmetric matrix, A: n x n, of which only the lower triangle is read. Empty when the matrix
/// stays indefinite after the last jitter or holds a value that is not finite.
std::optional<CholeskyFactor> cholesky(const Eigen::MatrixXd& A, const JitterSchedule& schedule = {});

/// Factorises in place: `A` (lower triangle) is overwritten by L; the strict upper triangle is not changed.
/// Returns the jitter used. `restore` must write the lower triangle of A again; it is called before each
/// retry.
template <typename Restore>
std::optional<double> cholesky_in_place(Eigen::Ref<Eigen::MatrixXd> A, const JitterSchedule& schedule,
                                        Restore&& restore);

/// Tries once, in place and without jitter; returns false if A is not positive definite or not finite.
bool try_cholesky_in_place(Eigen::Ref<Eigen::MatrixXd> A);

/// Returns the factor of [A B; B' C], computed in O(n^2 m). cross: B, n x m; block: C, m x m. The factor's
/// own jitter is added to C's diagonal. Empty if the Schur complement is not positive definite within the
/// schedule.
std::optional<CholeskyFactor> append(const CholeskyFactor& factor, const Eigen::MatrixXd& cross,
                                     const Eigen::MatrixXd& block, const JitterSchedule& schedule = {});

/// Returns A^-1 B; B: n x m.
Eigen::MatrixXd solve(const CholeskyFactor& factor, const Eigen::MatrixXd& B);
/// Returns L^-1 B; B: n x m.
Eigen::MatrixXd solve_lower(const CholeskyFactor& factor, const Eigen::MatrixXd& B);
/// Returns L'^-1 B, where B is n x m. Applied after solve_lower, it gives solve().
Eigen::MatrixXd solve_upper(const CholeskyFactor& factor, const Eigen::MatrixXd& B);
/// Returns A^-1, n x n, both triangles.
Eigen::MatrixXd inverse(CholeskyFactor factor);
/// Returns log det A.
double log_determinant(const CholeskyFactor& factor);

template <typename Restore>
std::optional<double> cholesky_in_place(Eigen::Ref<Eigen::MatrixXd> A, const JitterSchedule& schedule,
                                        Restore&& restore) {
  if (A.rows() == 0) return 0.0;
  const double scale = A.diagonal().mean();
  if (try_cholesky_in_place(A)) return 0.0;
  // Written so that a NaN scale ends the loop too.
  for (double relative = schedule.first; relative <= schedule.last * 1.0001 && scale > 0; relative *= 10) {
    restore();
    A.diagonal().array() += relative * scale;
    if (try_cholesky_in_place(A)) return relative * scale;
  }
  return std::nullopt;
}

}  // namespace bora::surrogates
