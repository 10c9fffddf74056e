#include "surrogates/acquisition/point_score.h"

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
