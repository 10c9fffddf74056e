// Acquisition functions averaged over draws of the hyper-parameters.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "common/error.h"
#include "surrogates/acquisition/acquisition_function.h"

namespace bora::surrogates {

/// Quantity that is averaged: the values, or their exponentials if the values are logarithms.
enum class Averaged { values, exponentials };

/// Mean of acquisition functions: the mean of their values, or the logarithm of the mean of the exponentials
/// of their values.
template <typename Point>
class AveragedAcquisition final : public AcquisitionFunction<Point> {
 public:
  using Batch = typename BatchOf<Point>::type;
  /// parts: at least one.
  AveragedAcquisition(std::vector<std::shared_ptr<const AcquisitionFunction<Point>>> parts, Averaged averaged)
      : parts_(std::move(parts)), averaged_(averaged) {}

  Eigen::VectorXd values(const Batch& Z) const override {
    Eigen::MatrixXd all(batch_size(Z), static_cast<Eigen::Index>(parts_.size()));
    for (std::size_t j = 0; j < parts_.size(); ++j)
      all.col(static_cast<Eigen::Index>(j)) = parts_[j]->values(Z);
    Eigen::VectorXd averages(all.rows());
    for (Eigen::Index i = 0; i < all.rows(); ++i) averages[i] = average(all.row(i).transpose());
    return averages;
  }
  bool smooth() const override {
    return std::ranges::all_of(parts_, [](const auto& part) { return part->smooth(); });
  }
  bool logarithmic() const override { return averaged_ == Averaged::exponentials; }
  double value(const Point& z, Eigen::VectorXd& gradient) const override {
    const auto count = static_cast<Eigen::Index>(parts_.size());
    Eigen::VectorXd all(count), of_part;
    Eigen::MatrixXd gradients;
    for (Eigen::Index j = 0; j < count; ++j) {
      all[j] = parts_[static_cast<std::size_t>(j)]->value(z, of_part);
      if (j == 0) gradients.resize(of_part.size(), count);
      gradients.col(j) = of_part;
    }
    const double result = average(all);
    Eigen::VectorXd weights = Eigen::VectorXd::Constant(count, 1.0 / static_cast<double>(count));
    if (averaged_ == Averaged::exponentials && std::isfinite(result))
      weights.array() *= (all.array() - result).exp();
    gradient = gradients * weights;
    return result;
  }

 private:
  double average(const Eigen::VectorXd& values) const {
    if (averaged_ == Averaged::values) return values.mean();
    const double largest = values.maxCoeff();
    if (!std::isfinite(largest)) return largest;
    return largest + std::log((values.array() - largest).exp().mean());
  }

  std::vector<std::shared_ptr<const AcquisitionFunction<Point>>> parts_;
  Averaged averaged_;
};

/// Returns a rule that averages the acquisition functions of `rule` over `count` >= 1 draws of the
/// hyper-parameters (Snoek, Larochelle and Adams 2012, section 3.1). The returned rule throws InputError if
/// the model has no hyper-parameters to draw.
template <typename Point>
AcquisitionRule<Point> marginalised(AcquisitionRule<Point> rule, int count, Averaged averaged) {
  return [=](const AcquisitionContext<Point>& now) -> std::shared_ptr<const AcquisitionFunction<Point>> {
    std::vector<std::shared_ptr<const AcquisitionFunction<Point>>> parts;
    for (auto& posterior : now.posterior->resampled(count, now.rng))
      parts.push_back(rule(now.with(std::move(posterior))));
    if (parts.empty())
      throw InputError("marginalise: this model has no hyper-parameters that could be drawn, expected 0");
    return std::make_shared<const AveragedAcquisition<Point>>(std::move(parts), averaged);
  };
}

}  // namespace bora::surrogates
