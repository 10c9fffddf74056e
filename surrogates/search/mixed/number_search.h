// Maximisation of an acquisition over the numbers of a point whose categories are given, in spaces with
// rules.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "surrogates/acquisition/acquisition_function.h"
#include "surrogates/search/ranking.h"
#include "surrogates/space/mixed_space.h"

namespace bora::surrogates {

/// Acquisition of points of categories and numbers that depends on the numbers alone.
class NumbersAcquisition final : public PointAcquisition {
 public:
  /// of_numbers: acquisition of the last `numbers` coordinates, d_x >= 1.
  NumbersAcquisition(std::shared_ptr<const PointAcquisition> of_numbers, int numbers)
      : of_numbers_(std::move(of_numbers)), numbers_(numbers) {}

  Eigen::VectorXd values(const Eigen::MatrixXd& Z) const override {
    return of_numbers_->values(Z.rightCols(numbers_));
  }
  bool smooth() const override { return of_numbers_->smooth(); }
  bool logarithmic() const override { return of_numbers_->logarithmic(); }
  double value(const Eigen::VectorXd& z, Eigen::VectorXd& gradient) const override {
    Eigen::VectorXd slopes;
    const double value = of_numbers_->value(z.tail(numbers_), slopes);
    gradient = Eigen::VectorXd::Zero(z.size());
    gradient.tail(numbers_) = slopes;
    return value;
  }

 private:
  std::shared_ptr<const PointAcquisition> of_numbers_;
  int numbers_;
};

/// Returns the five points of largest values in unit coordinates, near which search_numbers() draws points.
/// points, values: n each.
template <typename Values>
std::vector<Eigen::VectorXd> best_in_units(const MixedSpace& space,
                                           const std::vector<Eigen::VectorXd>& points, const Values& values) {
  constexpr int kBest = 5;
  std::vector<Eigen::VectorXd> best;
  for (const Eigen::Index at : largest(values, kBest))
    best.push_back(space.to_unit(points[static_cast<std::size_t>(at)]));
  return best;
}

/// Returns the best point with the categories of `point` that interleaved_search() finds, settled, so that
/// categories that are inactive at its numbers have their fixed values. It is allowed unless no drawn point
/// is. Half of the random points have uniform numbers, the others numbers near those of a point of `good`,
/// which may be empty. All points are in unit coordinates (MixedSpace::to_unit). The space has numbers (d_x
/// >= 1); those of `point` are not used.
Eigen::VectorXd search_numbers(const MixedSpace& space, const PointAcquisition& score,
                               const Eigen::VectorXd& point, const std::vector<Eigen::VectorXd>& good,
                               Rng& rng);

}  // namespace bora::surrogates
