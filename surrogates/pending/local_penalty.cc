#include "surrogates/pending/local_penalty.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "common/error.h"

namespace bora::surrogates {

LocalPenalty::LocalPenalty(Eigen::VectorXd centre, int categories)
    : centre_(std::move(centre)), categories_(categories) {
  if (categories_ < 0 || categories_ >= centre_.size())
    throw InputError("local penalty: {} categories of {} variables, expected at least one number",
                     categories_, centre_.size());
}

Eigen::VectorXd LocalPenalty::values(const Eigen::MatrixXd& Z) const {
  const Eigen::Index numbers = centre_.size() - categories_;
  const Eigen::VectorXd distances =
      (Z.rightCols(numbers).rowwise() - centre_.tail(numbers).transpose()).rowwise().norm();
  Eigen::VectorXd values = at(distances).log;
  if (categories_ > 0)
    for (Eigen::Index i = 0; i < Z.rows(); ++i)
      if (Z.row(i).head(categories_) != centre_.head(categories_).transpose()) values[i] = 0;
  return values;
}

double LocalPenalty::value(const Eigen::VectorXd& z, Eigen::VectorXd& gradient) const {
  gradient = Eigen::VectorXd::Zero(z.size());
  if (z.head(categories_) != centre_.head(categories_)) return 0;
  const Eigen::Index numbers = centre_.size() - categories_;
  const Eigen::VectorXd away = (z - centre_).tail(numbers);
  const double distance = away.norm();
  const Factors factor = at(Eigen::VectorXd::Constant(1, distance));
  if (distance > 0) gradient.tail(numbers) = (factor.slope[0] / distance) * away;
  return factor.log[0];
}

SoftLocalPenalty::SoftLocalPenalty(Eigen::VectorXd centre, int categories, double gap, double deviation,
                                   double lipschitz)
    : LocalPenalty(std::move(centre), categories),
      beyond_(gap),
      variance_(deviation * deviation),
      lipschitz_(lipschitz) {}

// phi is the probability that a normal variable with mean L ||z - x_j|| and this variance exceeds the gap.
LocalPenalty::Factors SoftLocalPenalty::at(const Eigen::VectorXd& distances) const {
  AcquisitionValues outside =
      beyond_.evaluate(lipschitz_ * distances, Eigen::VectorXd::Constant(distances.size(), variance_));
  return {std::move(outside.value), lipschitz_ * outside.mean_slope};
}

HardLocalPenalty::HardLocalPenalty(Eigen::VectorXd centre, int categories, double radius, double power)
    : LocalPenalty(std::move(centre), categories), radius_(radius), power_(power) {
  if (!(radius >= 0) || !std::isfinite(radius))
    throw InputError("local penalty: a radius of {}, expected a finite number >= 0", radius);
  if (!(power < 0)) throw InputError("local penalty: a power of {}, expected one below 0", power);
}

LocalPenalty::Factors HardLocalPenalty::at(const Eigen::VectorXd& distances) const {
  constexpr double kLeast = 1e-100;  // so that sums stay finite
  const double tiny = kLeast * radius_;
  Factors factors{Eigen::VectorXd::Zero(distances.size()), Eigen::VectorXd::Zero(distances.size())};
  for (Eigen::Index i = 0; i < distances.size(); ++i) {
    const double distance = distances[i];
    if (distance <= tiny) {
      factors.log[i] = std::log(kLeast);
    } else if (const double u = distance / radius_; u < 1) {
      // Within the radius u^-p is used, and beyond it u^p, because the other one may overflow.
      const double v = std::pow(u, -power_);
      factors.log[i] = std::log(u) + std::log1p(v) / power_;
      factors.slope[i] = 1 / (distance * (1 + v));
    } else if (radius_ > 0) {
      const double w = std::pow(u, power_);
      factors.log[i] = std::log1p(w) / power_;
      factors.slope[i] = w / (distance * (1 + w));
    }
  }
  return factors;
}

}  // namespace bora::surrogates
