#include "surrogates/gp/probit_process.h"

#include <algorithm>
#include <cmath>

#include "common/error.h"
#include "surrogates/linalg/cholesky.h"
#include "surrogates/sampling/normal.h"

namespace bora::surrogates {

void ProbitOptions::check() const {
  if (!(noise > 0)) throw InputError("noise: {} is not above 0", noise);
  if (sweeps < 1) throw InputError("sweeps: {} is below 1", sweeps);
  if (!(damping > 0) || damping > 1) throw InputError("damping: {}, expected a number in (0, 1]", damping);
}

ProbitProcess::ProbitProcess(const Eigen::MatrixXd& K, const Eigen::VectorXd& y,
                             const Eigen::VectorXd& thresholds, const ProbitSites& start,
                             const ProbitOptions& options) {
  options.check();
  const Eigen::Index n = y.size();
  if (n == 0 || K.rows() != n || K.cols() != n || thresholds.size() != n)
    throw InputError("probit process: {} x {} covariances and {} thresholds for {} signs", K.rows(), K.cols(),
                     thresholds.size(), n);
  if (start.tau.size() > n || start.nu.size() != start.tau.size())
    throw InputError("probit process: {} sites for {} signs", start.tau.size(), n);
  for (const double sign : y)
    if (sign != 1 && sign != -1) throw InputError("probit process: sign {}, expected 1 or -1", sign);

  constexpr double kNoInformation = 1e-3, kLeast = 1e-8, kLeastCavity = 1e-6;
  sites_.tau = Eigen::VectorXd::Constant(n, kNoInformation);
  sites_.nu = Eigen::VectorXd::Zero(n);
  sites_.tau.head(start.tau.size()) = start.tau;
  sites_.nu.head(start.nu.size()) = start.nu;
  const double noise = options.noise * options.noise;
  for (int sweep = 0;; ++sweep) {
    roots_ = sites_.tau.cwiseSqrt();
    Eigen::MatrixXd B = roots_.asDiagonal() * K * roots_.asDiagonal();
    B.diagonal().array() += 1;
    auto factor = cholesky(B);
    if (!factor) throw InputError("probit process: the covariances are not positive semi-definite");
    const Eigen::MatrixXd V = solve_lower(*factor, roots_.asDiagonal() * K);
    variance_ = K.diagonal() - V.colwise().squaredNorm().transpose();
    const Eigen::VectorXd Kn = K * sites_.nu;
    mean_ = Kn - V.transpose() * (V * sites_.nu);
    if (sweep == options.sweeps) {
      weights_ = sites_.nu - roots_.cwiseProduct(solve(*factor, roots_.cwiseProduct(Kn)).col(0));
      lower_ = std::move(factor->lower);
      return;
    }
    for (Eigen::Index i = 0; i < n; ++i) {
      const double cavity = std::max(1 / variance_[i] - sites_.tau[i], kLeastCavity);
      const double m = (mean_[i] / variance_[i] - sites_.nu[i]) / cavity, v = 1 / cavity;
      const double deviation = std::sqrt(noise + v);
      const double z = y[i] * (m - thresholds[i]) / deviation;
      const double hazard = normal_hazard(z);
      const double matched_mean = m + y[i] * v * hazard / deviation;
      const double matched_variance = v - v * v * hazard * (z + hazard) / (noise + v);
      const double tau = std::max(1 / matched_variance - cavity, kLeast);
      const double nu = matched_mean / matched_variance - m * cavity;
      sites_.tau[i] += options.damping * (tau - sites_.tau[i]);
      sites_.nu[i] += options.damping * (nu - sites_.nu[i]);
    }
  }
}

Eigen::VectorXd ProbitProcess::predict_variance(const Eigen::MatrixXd& cross,
                                                const Eigen::VectorXd& own) const {
  constexpr double kLeast = 1e-8;
  const Eigen::MatrixXd V = lower_.triangularView<Eigen::Lower>().solve((roots_.asDiagonal() * cross).eval());
  return (own - V.colwise().squaredNorm().transpose()).cwiseMax(kLeast);
}

}  // namespace bora::surrogates
