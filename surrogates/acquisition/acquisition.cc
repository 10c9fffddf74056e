#include "surrogates/acquisition/acquisition.h"

#include <cmath>

#include "common/error.h"
#include "common/suggestion.h"
#include "surrogates/sampling/normal.h"

namespace bora::surrogates {

AcquisitionKind parse_acquisition(const std::string& name) {
  if (name == "ei") return AcquisitionKind::ei;
  if (name == "log_ei") return AcquisitionKind::log_ei;
  if (name == "pi") return AcquisitionKind::pi;
  if (name == "ucb") return AcquisitionKind::ucb;
  throw InputError("acquisition: \"{}\" is not one of ei, log_ei, pi, ucb{}", name,
                   suggestion(name, {"ei", "log_ei", "pi", "ucb"}, "; did you mean \"{}\"?"));
}

AcquisitionValues Acquisition::evaluate(const Eigen::VectorXd& mean, const Eigen::VectorXd& variance) const {
  const Eigen::Index m = mean.size();
  AcquisitionValues values{Eigen::VectorXd(m), Eigen::VectorXd(m), Eigen::VectorXd(m)};
  for (Eigen::Index i = 0; i < m; ++i) {
    const bool floored = !(variance[i] > kVarianceFloor);
    const double deviation = std::sqrt(floored ? kVarianceFloor : variance[i]);
    const Point point = at(mean[i], deviation);
    values.value[i] = point.value;
    values.mean_slope[i] = point.mean_slope;
    values.variance_slope[i] = floored ? 0 : point.deviation_slope / (2 * deviation);
  }
  return values;
}

Acquisition::Point ExpectedImprovement::at(double mean, double deviation) const {
  const double z = (mean - incumbent_) / deviation;
  const double density = normal_density(z);
  const double cdf = normal_cdf(z);
  // In the lower tail phi and z Phi nearly cancel, so h is computed by its logarithm.
  const double h = z > -1 ? density + z * cdf : std::exp(log_improvement(z).log_h);
  // dEI/dmean = Phi(z) and dEI/dsd = phi(z), since h' = Phi.
  return {deviation * h, cdf, density};
}

Acquisition::Point LogExpectedImprovement::at(double mean, double deviation) const {
  const LogImprovement improvement = log_improvement((mean - incumbent_) / deviation);
  return {improvement.log_h + std::log(deviation), improvement.cdf_over_h / deviation,
          improvement.density_over_h / deviation};
}

Acquisition::Point ProbabilityOfImprovement::at(double mean, double deviation) const {
  const double z = (mean - incumbent_) / deviation;
  const double slope = normal_density(z) / deviation;
  return {normal_cdf(z), slope, -z * slope};
}

UpperConfidenceBound::UpperConfidenceBound(double beta) : beta_(beta) {
  if (!(beta >= 0) || !std::isfinite(beta)) throw InputError("ucb_beta: {} is not a number >= 0", beta);
}

Acquisition::Point UpperConfidenceBound::at(double mean, double deviation) const {
  return {mean + beta_ * deviation, 1, beta_};
}

Acquisition::Point LogProbabilityAbove::at(double mean, double deviation) const {
  const double z = (mean - threshold_) / deviation;
  // Below kFar, where Phi underflows soon, log Phi = log phi - log(phi / Phi) is used, with slope phi / Phi.
  constexpr double kFar = -30;
  double value, slope;
  if (z < kFar) {
    slope = normal_hazard(z);
    value = -0.5 * z * z - kLogSqrtTwoPi - std::log(slope);
  } else {
    const double probability = normal_cdf(z);
    value = std::log(probability);
    slope = std::exp(-0.5 * z * z) / std::sqrt(2 * M_PI) / probability;
  }
  return {value, slope / deviation, -slope * z / deviation};
}

Acquisition::Point NegativeMean::at(double mean, double /*deviation*/) const {
  return {-mean, -1, 0};
}

std::unique_ptr<Acquisition> make_acquisition(AcquisitionKind kind, double incumbent, double beta) {
  switch (kind) {
    case AcquisitionKind::ei:
      return std::make_unique<ExpectedImprovement>(incumbent);
    case AcquisitionKind::log_ei:
      return std::make_unique<LogExpectedImprovement>(incumbent);
    case AcquisitionKind::pi:
      return std::make_unique<ProbabilityOfImprovement>(incumbent);
    case AcquisitionKind::ucb:
      return std::make_unique<UpperConfidenceBound>(beta);
  }
  throw InputError("acquisition: {} is not an AcquisitionKind", static_cast<int>(kind));
}

std::unique_ptr<Acquisition> make_log_acquisition(AcquisitionKind kind, double incumbent, double beta) {
  if (kind == AcquisitionKind::ei) return std::make_unique<LogExpectedImprovement>(incumbent);
  if (kind == AcquisitionKind::pi) return std::make_unique<LogProbabilityAbove>(incumbent);
  return make_acquisition(kind, incumbent, beta);
}

}  // namespace bora::surrogates
