// Cholesky factors of covariance matrices: factorisation with jitter, growth by rows, solves,
// log-determinant.
#pragma once

#include <optional>

#include <Eigen/Core>

namespace bora::surrogates {

/// Multiples of the identity that are added to a matrix that is not positive definite, one after the other:
/// `first` times the mean of its diagonal, then ten times more each time, up to `last` times that mean.
struct JitterSchedule {
  double first = 1e-10;
  double last = 1e-4;
};

/// Cholesky factor L of a matrix A, for which L L' = A + jitter I holds. The functions below call A + jitter
/// I the matrix A.
struct CholeskyFactor {
  Eigen::MatrixXd lower;  ///< L: n x n; the strict upper triangle is zero
  double jitter = 0;

  Eigen::Index size() const { return lower.rows(); }
};

/// Makes A (n x n) symmetric by copying its lower triangle to the upper one.
void mirror_lower(Eigen::Ref<Eigen::MatrixXd> A);

/// Factorises a symmetric matrix A (n x n), of which only the lower triangle is read. Returns none if it is
/// not positive definite with any jitter of the schedule, or holds a value that is not finite.
std::optional<CholeskyFactor> cholesky(const Eigen::MatrixXd& A, const JitterSchedule& schedule = {});

/// Factorises in place: overwrites the lower triangle of A (n x n) by L; the strict upper triangle is not
/// changed. Returns the jitter used, or none in the cases of cholesky(). restore(): writes the lower triangle
/// of A again; it is called before each retry, since an attempt destroys it.
template <typename Restore>
std::optional<double> cholesky_in_place(Eigen::Ref<Eigen::MatrixXd> A, const JitterSchedule& schedule,
                                        Restore&& restore);

/// Factorises in place without jitter; returns false if A is not positive definite or not finite.
bool try_cholesky_in_place(Eigen::Ref<Eigen::MatrixXd> A);

/// Returns the factor of [A B; B' C], computed in O(n^2 m). cross: B, n x m; block: C, m x m. The jitter of
/// `factor` is added to the diagonal of C, and so is a further jitter of the schedule if the Schur complement
/// needs one; the result reports only the former. Returns none if no jitter of the schedule suffices.
std::optional<CholeskyFactor> append(const CholeskyFactor& factor, const Eigen::MatrixXd& cross,
                                     const Eigen::MatrixXd& block, const JitterSchedule& schedule = {});

/// Returns A^-1 B; B: n x m.
Eigen::MatrixXd solve(const CholeskyFactor& factor, const Eigen::MatrixXd& B);
/// Returns L^-1 B; B: n x m.
Eigen::MatrixXd solve_lower(const CholeskyFactor& factor, const Eigen::MatrixXd& B);
/// Returns L'^-1 B, where B is n x m. solve_upper(solve_lower(B)) is solve(B).
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
  // The condition also ends the loop if `scale` is NaN.
  for (double relative = schedule.first; relative <= schedule.last * 1.0001 && scale > 0; relative *= 10) {
    restore();
    A.diagonal().array() += relative * scale;
    if (try_cholesky_in_place(A)) return relative * scale;
  }
  return std::nullopt;
}

}  // namespace bora::surrogates
