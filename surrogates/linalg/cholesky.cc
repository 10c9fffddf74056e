#include "surrogates/linalg/cholesky.h"

#include <cmath>

#include <Eigen/Cholesky>

namespace bora {

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

Eigen::MatrixXd inverse(const CholeskyFactor& factor) {
  return solve(factor, Eigen::MatrixXd::Identity(factor.size(), factor.size()));
}

double log_determinant(const CholeskyFactor& factor) {
  return 2 * factor.lower.diagonal().array().log().sum();
}

}  // namespace bora
