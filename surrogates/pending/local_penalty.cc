#include "surrogates/pending/local_penalty.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "common/error.h"

namespace bora {

LocalPenalty::LocalPenalty(Eigen::VectorXd centre, int categories)
    : centre_(std::move(centre)), categories_(categories) {
  if (categories_ < 0 || categories_ >= centre_.size())
    throw InputError("local penalty: {} categories of {} variables, expected at least one number",
                     categories_, centre_.size());
}

bool LocalPenalty::shares_categories(const Eigen::VectorXd& z) const {
  return z.head(categories_) == centre_.head(categories_);
}

Eigen::VectorXd LocalPenalty::values(const Eigen::MatrixXd& Z) const {
  const Eigen::Index numbers = centre_.size() - categories_;
  Eigen::VectorXd values = Eigen::VectorXd::Zero(Z.rows());
  for (Eigen::Index i = 0; i < Z.rows(); ++i)
    if (const Eigen::VectorXd z = Z.row(i).transpose(); shares_categories(z))
      values[i] = at((z - centre_).tail(numbers).norm()).log;
  return values;
}

double LocalPenalty::value(const Eigen::VectorXd& z, Eigen::VectorXd& gradient) const {
  gradient = Eigen::VectorXd::Zero(z.size());
  if (!shares_categories(z)) return 0;
  const Eigen::Index numbers = centre_.size() - categories_;
  const Eigen::VectorXd away = (z - centre_).tail(numbers);
  const double distance = away.norm();
  const Factor factor = at(distance);
  if (distance > 0) gradient.tail(numbers) = (factor.slope / distance) * away;
  return factor.log;
}

SoftLocalPenalty::SoftLocalPenalty(Eigen::VectorXd centre, int categories, double gap, double deviation,
                                   double lipschitz)
    : LocalPenalty(std::move(centre), categories),
      beyond_(gap),
      variance_(deviation * deviation),
      lipschitz_(lipschitz) {}

// A process with mean L ||z - x_j|| and that variance exceeds the gap.
LocalPenalty::Factor SoftLocalPenalty::at(double distance) const {
  const AcquisitionValues outside = beyond_.evaluate(Eigen::VectorXd::Constant(1, lipschitz_ * distance),
                                                     Eigen::VectorXd::Constant(1, variance_));
  return {outside.value[0], lipschitz_ * outside.mean_slope[0]};
}

HardLocalPenalty::HardLocalPenalty(Eigen::VectorXd centre, int categories, double radius, double power)
    : LocalPenalty(std::move(centre), categories), radius_(radius), power_(power) {
  if (!(radius >= 0) || !std::isfinite(radius))
    throw InputError("local penalty: a radius of {}, expected a finite number >= 0", radius);
  if (!(power < 0)) throw InputError("local penalty: a power of {}, expected one below 0", power);
}

LocalPenalty::Factor HardLocalPenalty::at(double distance) const {
  constexpr double kLeast = 1e-100;  // so that sums stay finite
  const double tiny = kLeast * radius_;
  if (distance <= tiny) return {std::log(kLeast), 0};
  if (radius_ == 0) return {0, 0};
  const double u = distance / radius_;
  // By the power that is below 1, since the other one overflows; the slope alike.
  if (u < 1) {
    const double v = std::pow(u, -power_);
    return {std::log(u) + std::log1p(v) / power_, 1 / (distance * (1 + v))};
  }
  const double w = std::pow(u, power_);
  return {std::log1p(w) / power_, w / (distance * (1 + w))};
}

}  // namespace bora
