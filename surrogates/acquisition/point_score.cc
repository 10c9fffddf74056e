#include "surrogates/acquisition/point_score.h"

#include <cmath>

#include "surrogates/acquisition/normal.h"
#include "surrogates/gp/posterior_gradient.h"

namespace bora {

Eigen::VectorXd ProcessScore::values(const Eigen::MatrixXd& Z) const {
  const MarginalPosterior at = process_.marginal(Z);
  return acquisition_.evaluate(at.mean, at.variance).value;
}

double ProcessScore::value(const Eigen::VectorXd& z, Eigen::VectorXd& gradient) const {
  const Eigen::MatrixXd Z = z.transpose();
  const MarginalPosterior at = process_.marginal(Z);
  const AcquisitionValues values = acquisition_.evaluate(at.mean, at.variance);
  gradient = marginal_gradient(process_, Z, values.mean_slope, values.variance_slope).row(0).transpose();
  return values.value[0];
}

Acquisition::Point LogProbabilityAbove::at(double mean, double deviation) const {
  const double z = (mean - threshold_) / deviation;
  // Far below, Phi underflows: by its asymptotic series, log Phi = log phi - log(-z) - 1/z^2, whose slope is
  // that of Mills' ratio, -z - 1/z.
  constexpr double kFar = -30;
  double value, slope;
  if (z < kFar) {
    value = -0.5 * z * z - 0.5 * std::log(2 * M_PI) - std::log(-z) - 1 / (z * z);
    slope = -z - 1 / z + 2 / (z * z * z);
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

Eigen::VectorXd SumScore::values(const Eigen::MatrixXd& Z) const {
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(Z.rows());
  for (const PointScore* part : parts_) sum += part->values(Z);
  return sum;
}

double SumScore::value(const Eigen::VectorXd& z, Eigen::VectorXd& gradient) const {
  gradient = Eigen::VectorXd::Zero(z.size());
  double sum = 0;
  Eigen::VectorXd of_part;
  for (const PointScore* part : parts_) {
    sum += part->value(z, of_part);
    gradient += of_part;
  }
  return sum;
}

}  // namespace bora
