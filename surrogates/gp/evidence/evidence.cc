#include "surrogates/gp/evidence/evidence.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace bora::surrogates {
namespace {

double half_log_determinant(const Eigen::Ref<const Eigen::MatrixXd>& lower) {
  return lower.diagonal().array().log().sum();
}

}  // namespace

double log_evidence(const Eigen::Ref<const Eigen::MatrixXd>& lower, const Eigen::VectorXd& whitened) {
  return -0.5 * whitened.squaredNorm() - half_log_determinant(lower) -
         0.5 * static_cast<double>(whitened.size()) * std::log(2 * std::numbers::pi);
}

ProfiledEvidence profiled_evidence(const Eigen::Ref<const Eigen::MatrixXd>& lower,
                                   const Eigen::Ref<const Eigen::MatrixXd>& whitened) {
  return profiled_evidence_of_lengths(lower, whitened.colwise().squaredNorm().transpose());
}

ProfiledEvidence profiled_evidence_of_lengths(const Eigen::Ref<const Eigen::MatrixXd>& lower,
                                              const Eigen::Ref<const Eigen::VectorXd>& squared_lengths) {
  constexpr double kNoSignal = 1e-12;
  const auto n = static_cast<double>(lower.rows());
  ProfiledEvidence evidence{0, (squared_lengths / n).cwiseMax(kNoSignal)};
  const auto logs = (2 * std::numbers::pi * evidence.signal_variances.array()).log();
  evidence.log_evidence = (-0.5 * n * (logs + 1) - half_log_determinant(lower)).sum();
  return evidence;
}

Eigen::MatrixXd evidence_gradient_weights(CholeskyFactor&& factor, const Eigen::VectorXd& alpha) {
  Eigen::MatrixXd weights = inverse(std::move(factor));
  weights *= -0.5;
  weights.noalias() += 0.5 * alpha * alpha.transpose();
  return weights;
}

}  // namespace bora::surrogates
